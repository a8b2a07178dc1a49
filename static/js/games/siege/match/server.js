// @ts-check
import { ask, Refused, Unreachable } from "../../../lib/api.js";

/** @import { MatchData, Orders, MatchStatus } from "./types" */

const AGAIN_MS = 2000;

/** @typedef {"idle" | "saving" | "saved" | "unreachable"} Saving */

/**
 * A player's requests to the server. Orders are sent on every change, one request after the other; when the server
 * is unreachable, they are retried until they arrive or the round is over.
 *
 * @param {MatchData} data
 * @param {object} report
 * @param {(status: MatchStatus) => void} report.onStatus
 * @param {(state: Saving) => void} report.onSaving
 * @param {(message: string) => void} report.onRefused
 */
export function createServer({ links, csrf_token }, { onStatus, onSaving, onRefused }) {
  const headers = { "X-CSRFToken": csrf_token ?? "" };
  /** @type {{ round: number, orders: Orders } | null} */
  let wanted = null;
  /** @type {Promise<void> | null} */
  let sending = null;
  let newest = 0;

  async function send() {
    while (wanted) {
      const sent = wanted;
      onSaving("saving");
      try {
        const status = await ask("PUT", links.orders, sent, { headers });
        if (wanted === sent) wanted = null;
        onSaving(wanted ? "saving" : "saved");
        onStatus(status);
      } catch (error) {
        if (error instanceof Unreachable) {
          onSaving("unreachable");
          await pause();
        } else {
          if (wanted === sent) wanted = null;
          await settle(sent, /** @type {Error} */ (error));
        }
      }
    }
  }

  /**
   * Reload the status after a refusal. When a response was lost, the retry of saved orders is refused although
   * they are saved.
   *
   * @param {{ round: number, orders: Orders }} sent
   * @param {Error} error
   */
  async function settle(sent, error) {
    const status = await ask("GET", links.self).catch(() => null);
    const isSaved =
      status?.round === sent.round &&
      JSON.stringify(status.you?.orders) === JSON.stringify(sent.orders);
    onSaving(isSaved ? "saved" : "idle");
    if (!isSaved) onRefused(error.message);
    if (status) onStatus(status);
  }

  /** @param {"lock" | "unlock" | "resign"} what @param {object} body */
  async function act(what, body) {
    await sending;
    try {
      onStatus(await ask("POST", links[what], body, { headers }));
    } catch (error) {
      onRefused(/** @type {Error} */ (error).message);
      if (error instanceof Refused) {
        const status = await ask("GET", links.self).catch(() => null);
        if (status) onStatus(status);
      }
    }
  }

  return {
    /** Whether orders are being sent. */
    get isSending() {
      return sending !== null;
    },
    /** @param {number} round @param {Orders} orders */
    order(round, orders) {
      wanted = { round, orders };
      sending ??= send().finally(() => {
        sending = null;
      });
    },
    /** Drop unsent orders of earlier rounds. @param {number} round */
    begin(round) {
      if (wanted && wanted.round < round) wanted = null;
      if (round !== newest) onSaving("idle");
      newest = round;
    },
    /** @param {number} round */
    lock: (round) => act("lock", { round }),
    /** @param {number} round */
    unlock: (round) => act("unlock", { round }),
    resign: () => act("resign", {}),
  };
}

/** Wait for a retry, at most until the browser is online again. */
function pause() {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      removeEventListener("online", done);
      resolve(undefined);
    };
    const timer = setTimeout(done, AGAIN_MS);
    addEventListener("online", done);
  });
}

/** @typedef {ReturnType<typeof createServer>} Server */
