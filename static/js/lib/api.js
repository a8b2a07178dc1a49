// @ts-check
import { t } from "./text.js";

/** The answer of a search as lines: how far it has come, and in the end what it found. */
export const LINES = "application/x-ndjson";

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
 * Asks the API for a search and gives its answer; `tell` hears meanwhile how far it has come. Throws as `ask` does.
 *
 * @param {string} url
 * @param {(done: number, of: number) => void} tell
 * @param {AbortSignal} signal
 * @returns {Promise<any>}
 */
export function askLines(url, tell, signal) {
  return ask("POST", url, undefined, { signal, headers: { Accept: LINES }, read });

  /** @param {Response} answer */
  async function read(answer) {
    if (!answer.headers.get("Content-Type")?.startsWith(LINES)) return asJson(answer);
    for await (const line of linesOf(answer)) {
      if ("error" in line) throw new Refused(answer.status, line.error, []);
      if (!("done" in line)) return line;
      tell(line.done, line.of);
    }
    throw unreachable();
  }
}

/**
 * Asks the API and gives its answer. Throws Refused with the server's reasons, Unreachable when
 * nobody answers, and whatever `signal` was aborted with.
 *
 * @param {string} method
 * @param {string} url
 * @param {unknown} [body] is sent as JSON
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

/** What to say where nobody answered, or an answer has broken off. */
export const unreachable = () => new Unreachable(t("The server cannot be reached."));

/** @param {Response} answer */
const asJson = (answer) => answer.json().catch(() => null);

/** The lines of JSON of an answer as they come. @param {Response} answer @returns {AsyncGenerator<any>} */
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
