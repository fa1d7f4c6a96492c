import { useEffect, useState } from "preact/hooks";

/** The time of now, ms since the epoch, renewed every second while something runs. */
export function useClock(running = true): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    if (!running) {
      return;
    }
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [running]);
  return now;
}
