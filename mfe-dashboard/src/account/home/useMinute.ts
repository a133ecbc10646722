import { useEffect, useState } from 'react';
import { sessionStore } from '@masomo/auth';
import { minuteOfDay } from '@masomo/domain/time';

const stepMs = 30_000;

/** The minute of the school's day, kept up to date while the page is open. */
export function useMinute(): number {
  const read = () => minuteOfDay(Date.now(), sessionStore.get().user?.timeZone);
  const [minute, setMinute] = useState(read);
  useEffect(() => {
    const timer = setInterval(() => setMinute(read()), stepMs);
    return () => clearInterval(timer);
  }, []);
  return minute;
}
