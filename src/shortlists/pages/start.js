// Plays one song at a time, then the next, and waits for a file that is being made. Without this script, each player works alone.
const TRIES_MAX = 20;
const RETRY_MS = 3_000;
/** A song that does not sound this long after it was started says so. */
const SLOW_MS = 1_000;

const players = [...document.querySelectorAll("audio")];
/** The player that somebody has started. Some browsers pause a player that fails, so `paused` does not say it. */
let wanted = null;

for (const [index, audio] of players.entries()) {
  const state = audio.nextElementSibling;
  let tries = 0;
  let slow;
  const playNext = () => void players[index + 1]?.play().catch(() => undefined);
  audio.addEventListener("play", () => {
    wanted = audio;
    for (const other of players) if (other !== audio) other.pause();
  });
  audio.addEventListener("ended", playNext);
  audio.addEventListener("waiting", () => {
    clearTimeout(slow);
    slow = setTimeout(() => {
      if (!audio.paused && audio.readyState < audio.HAVE_FUTURE_DATA) state.textContent = state.dataset.preparing;
    }, SLOW_MS);
  });
  audio.addEventListener("pause", () => {
    clearTimeout(slow);
    if (audio.error !== null) return;
    if (wanted === audio) wanted = null;
    if (tries === 0) state.textContent = "";
  });
  audio.addEventListener("playing", () => {
    clearTimeout(slow);
    tries = 0;
    state.textContent = "";
  });
  audio.addEventListener("error", () => {
    clearTimeout(slow);
    tries += 1;
    if (tries >= TRIES_MAX) {
      tries = 0;
      state.textContent = state.dataset.broken;
      if (wanted === audio) playNext();
      return;
    }
    state.textContent = state.dataset.preparing;
    setTimeout(() => {
      audio.load();
      if (wanted === audio) {
        audio.play().catch(() => undefined);
        return;
      }
      tries = 0;
      state.textContent = "";
    }, RETRY_MS);
  });
}
