import { sessionStore } from '@masomo/auth';

/** Shows times in the time zone of the signed-in person's school: every app reads it from the document. */
export function followTimeZone(): void {
  const follow = () => {
    const timeZone = sessionStore.get().user?.timeZone;
    const { dataset } = document.documentElement;
    if (timeZone) dataset['timeZone'] = timeZone;
    else delete dataset['timeZone'];
  };
  sessionStore.subscribe(follow);
  follow();
}
