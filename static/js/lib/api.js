// @ts-check
import { t } from "./text.js";

/** Media type of a streamed search: progress lines, then the result. */
export const LINES = "application/x-ndjson";

/** One error of an API response. */
/** @typedef {{ path: string, message: string }} Problem */

/** An error response of the server, with its message. */
export class Refused extends Error {
  /**
   * @param {number} status
   * @param {string} message
   * @param {Problem[]} problems
   * @param {number | null} retrySeconds the Retry-After header
   */
  constructor(status, message, problems, retrySeconds = null) {
    super(message);
    this.status = status;
    this.problems = problems;
    this.retrySeconds = retrySeconds;
  }
}

/** No response: no network, or no server. */
export class Unreachable extends Error {}

/**
 * Post a search to the API and return its result, reporting progress meanwhile. Throws like `ask`.
 *
 * @param {string} url
 * @param {(done: number, of: number) => void} onProgress
 * @param {AbortSignal} signal
 * @returns {Promise<any>}
 */
export function askLines(url, onProgress, signal) {
  return ask("POST", url, undefined, { signal, headers: { Accept: LINES }, read });

  /** @param {Response} answer */
  async function read(answer) {
    if (!answer.headers.get("Content-Type")?.startsWith(LINES)) return asJson(answer);
    for await (const line of linesOf(answer)) {
      if ("error" in line) throw new Refused(answer.status, line.error, []);
      if (!("done" in line)) return line;
      onProgress(line.done, line.of);
    }
    throw unreachable();
  }
}

/**
 * Send a request to the API and return its JSON. Throws Refused for an error response, Unreachable when
 * there is none, and the reason of `signal` when aborted.
 *
 * @param {string} method
 * @param {string} url
 * @param {unknown} [body] sent as JSON
 * @param {{ signal?: AbortSignal, headers?: Record<string, string>, read?: (answer: Response) => Promise<any> }} [how]
 * @returns {Promise<any>}
 */
export async function ask(method, url, body, { signal, headers = {}, read = asJson } = {}) {
  const sent = body === undefined ? {} : { body: JSON.stringify(body) };
  const json = { Accept: "application/json", "Content-Type": "application/json" };
  let response;
  try {
    response = await fetch(url, { method, signal, headers: { ...json, ...headers }, ...sent });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw unreachable();
  }
  const answer = await read(response);
  if (response.ok && answer !== null) return answer;
  const message = answer?.error ?? t("The server answered {status}.", { status: response.status });
  const retry = response.headers.get("Retry-After");
  throw new Refused(response.status, message, answer?.errors ?? [], retry ? Number(retry) : null);
}

/** Return the error for a missing or interrupted response. */
export const unreachable = () => new Unreachable(t("The server cannot be reached."));

/** @param {Response} answer */
const asJson = (answer) => answer.json().catch(() => null);

/** Yield the JSON lines of a response as they arrive. @param {Response} answer @returns {AsyncGenerator<any>} */
export async function* linesOf(answer) {
  const reader = /** @type {ReadableStream<Uint8Array>} */ (answer.body).getReader();
  const decoder = new TextDecoder();
  let rest = "";
  for (;;) {
    const { done, value } = await reader.read().catch((error) => {
      throw error.name === "AbortError" ? error : unreachable();
    });
    rest += decoder.decode(value, { stream: !done });
    const lines = rest.split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) yield JSON.parse(line);
    if (done) return;
  }
}
