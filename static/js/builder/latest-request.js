// @ts-check
import { Refused, Unreachable } from "../lib/api.js";

const RETRY_MS = 4000;

/**
 * Asks a question again whenever what it is about changes, and lets only the last answer count: a
 * change soon after another waits for it, a newer question ends the one before. When nobody answers,
 * or the server wants a pause, it tries again; at once when the browser is back on the network.
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
  /** @type {{ question: Question } | null} what was not answered, and will be put again */
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
        timer = setTimeout(again, wait);
      }
      onError(/** @type {Error} */ (error), question);
    }
  }

  function again() {
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

  addEventListener("online", again);
  return { request, cancel };
}

/**
 * When a question may be put again; null when it is no use.
 *
 * @param {unknown} error
 */
function retryMs(error) {
  if (error instanceof Unreachable) return RETRY_MS;
  if (error instanceof Refused && error.retrySeconds !== null) return 1000 * error.retrySeconds;
  return null;
}
