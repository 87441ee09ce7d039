// Plays one song at a time, then the next, and waits for a file that is being made. Without this script, each player works alone.
const TRIES_MAX = 20;
const RETRY_MS = 3_000;
/** A song that does not sound this long after it was started says so. */
const SLOW_MS = 1_000;

const players = [...document.querySelectorAll("audio")];

for (const [index, audio] of players.entries()) {
  const state = audio.nextElementSibling;
  let tries = 0;
  let slow;
  audio.addEventListener("play", () => {
    for (const other of players) if (other !== audio) other.pause();
  });
  const playNext = () => void players[index + 1]?.play().catch(() => undefined);
  audio.addEventListener("ended", playNext);
  audio.addEventListener("waiting", () => {
    clearTimeout(slow);
    slow = setTimeout(() => {
      if (!audio.paused && audio.readyState < audio.HAVE_FUTURE_DATA) state.textContent = state.dataset.preparing;
    }, SLOW_MS);
  });
  audio.addEventListener("pause", () => {
    clearTimeout(slow);
    if (tries === 0) state.textContent = "";
  });
  audio.addEventListener("playing", () => {
    clearTimeout(slow);
    tries = 0;
    state.textContent = "";
  });
  audio.addEventListener("error", () => {
    tries += 1;
    state.textContent = tries < TRIES_MAX ? state.dataset.preparing : state.dataset.broken;
    if (tries >= TRIES_MAX) {
      if (!audio.paused) playNext();
      return;
    }
    setTimeout(() => {
      // Read before load(), which pauses.
      const isWanted = !audio.paused;
      audio.load();
      if (isWanted) {
        audio.play().catch(() => undefined);
        return;
      }
      tries = 0;
      state.textContent = "";
    }, RETRY_MS);
  });
}
