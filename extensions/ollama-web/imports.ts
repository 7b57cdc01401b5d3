/** All sessions of a process wait in one line: pi 1.x loads an extension for them once. */
let last: Promise<unknown> = Promise.resolve();

/**
 * Takes an `import()`, and returns a function that makes it at its first call; a failed one is made again at the next.
 * One import waits for the other: what is still loading for one stands empty before another, as pi loads modules.
 */
export function importLater<T>(load: () => Promise<T>): () => Promise<T> {
  let loaded: Promise<T> | undefined;
  return () => {
    if (!loaded) {
      loaded = last.then(load);
      last = loaded.catch(() => {
        loaded = undefined;
      });
    }
    return loaded;
  };
}
