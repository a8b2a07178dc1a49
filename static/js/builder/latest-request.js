// @ts-check
import { Refused, Unreachable } from "../lib/api.js";

const RETRY_MS = 4000;

/**
 * Send the latest question to the server: debounced, and a newer question cancels the one before. When
 * the server is unreachable or asks to wait, retry after a pause, or as soon as the browser is online.
 *
 * @template Question, Answer
 * @param {(question: Question, signal: AbortSignal) => Promise<Answer>} ask
 * @param {object} report
 * @param {number} report.delayMs
 * @param {(answer: Answer, question: Question) => void} report.onAnswer
 * @param {(error: Error, question: Question) => void} report.onError
 */
export function createLatestRequest(ask, { delayMs, onAnswer, onError }) {
  /** @type {AbortController | null} */
  let asking = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  /** @type {{ question: Question } | null} the question to retry */
  let unanswered = null;

  /** @param {Question} question */
  async function put(question) {
    const own = new AbortController();
    asking = own;
    try {
      const answer = await ask(question, own.signal);
      if (own.signal.aborted) return;
      onAnswer(answer, question);
    } catch (error) {
      if (own.signal.aborted) return;
      const wait = retryMs(error);
      if (wait !== null) {
        unanswered = { question };
        timer = setTimeout(retry, wait);
      }
      onError(/** @type {Error} */ (error), question);
    }
  }

  function retry() {
    if (unanswered) request(unanswered.question, 0);
  }

  /**
   * @param {Question} question
   * @param {number} [after] ms
   */
  function request(question, after = delayMs) {
    cancel();
    timer = setTimeout(put, after, question);
  }

  function cancel() {
    clearTimeout(timer);
    asking?.abort();
    unanswered = null;
  }

  addEventListener("online", retry);
  return { request, cancel };
}

/**
 * Return the time until a retry; null if a retry is pointless.
 *
 * @param {unknown} error
 */
function retryMs(error) {
  if (error instanceof Unreachable) return RETRY_MS;
  if (error instanceof Refused && error.retrySeconds !== null) return 1000 * error.retrySeconds;
  return null;
}
