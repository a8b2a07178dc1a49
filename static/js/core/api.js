// @ts-check
import { t } from "./text.js";
/** What went wrong, piece by piece, as the API says it. */
/** @typedef {{ path: string, message: string }} Problem */

/** The server refused: why, in its own words. */
export class Refused extends Error {
  /**
   * @param {number} status
   * @param {string} message
   * @param {Problem[]} problems
   * @param {number | null} retrySeconds after which it may be asked again, where it says so
   */
  constructor(status, message, problems, retrySeconds = null) {
    super(message);
    this.status = status;
    this.problems = problems;
    this.retrySeconds = retrySeconds;
  }
}

/** Nobody answered: no network, or no server. */
export class Unreachable extends Error {}

/**
 * Asks the API and gives its answer. Throws Refused with the server's reasons, Unreachable when
 * nobody answers, and whatever `signal` was aborted with.
 *
 * @param {string} method
 * @param {string} url
 * @param {unknown} [body] is sent as JSON
 * @param {{ signal?: AbortSignal, headers?: Record<string, string> }} [how]
 * @returns {Promise<any>}
 */
export async function ask(method, url, body, { signal, headers = {} } = {}) {
  const sent = body === undefined ? {} : { body: JSON.stringify(body) };
  const json = { Accept: "application/json", "Content-Type": "application/json" };
  let response;
  try {
    response = await fetch(url, { method, signal, headers: { ...json, ...headers }, ...sent });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new Unreachable(t("The server cannot be reached."));
  }
  const answer = await response.json().catch(() => null);
  if (response.ok && answer !== null) return answer;
  const message = answer?.error ?? t("The server answered {status}.", { status: response.status });
  const retry = response.headers.get("Retry-After");
  throw new Refused(response.status, message, answer?.errors ?? [], retry ? Number(retry) : null);
}
