// Plays one song at a time, then the next, and waits for a file that is being made. Without this script, each player works alone.
const TRIES_MAX = 20;
const RETRY_MS = 3_000;

const players = [...document.querySelectorAll("audio")];

for (const [index, audio] of players.entries()) {
  const state = audio.nextElementSibling;
  let tries = 0;
  audio.addEventListener("play", () => {
    for (const other of players) if (other !== audio) other.pause();
  });
  const playNext = () => void players[index + 1]?.play().catch(() => undefined);
  audio.addEventListener("ended", playNext);
  audio.addEventListener("playing", () => {
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
