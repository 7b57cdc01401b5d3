/** Takes an `import()`, and returns a function that makes it at its first call. A failed one is made again at the next. */
export type ImportLater = <T>(load: () => Promise<T>) => () => Promise<T>;

/** Imports that wait for each other: what is still loading for one stands empty before another, as pi loads modules. */
export function importInTurn(): ImportLater {
  let last: Promise<unknown> = Promise.resolve();
  return <T>(load: () => Promise<T>) => {
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
  };
}
