/** A place where each waits until `count` are there; whoever comes later goes on at once. */
export function meetingPoint(count: number): () => Promise<void> {
  let arrived = 0;
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return () => {
    arrived += 1;
    if (arrived === count) {
      open();
    }
    return opened;
  };
}
