export const liveFeature = 'addon:live-classes';
export const liveHome = '/dashboard/addons/live-classes';

/** How long before its start a live class can be joined, and after its end. The server decides by the same. */
const opensMs = 10 * 60_000;
const closesMs = 15 * 60_000;

type Times = { startsAt: string; endsAt: string };
export const isOpen = ({ startsAt, endsAt }: Times, now: number) =>
  now >= Date.parse(startsAt) - opensMs && now <= Date.parse(endsAt) + closesMs;

/** A student's own link to a live class: an address of ours, which says who came. */
export const joinPath = (meetingId: string, studentId: string) => `${liveHome}/join?meeting=${meetingId}&student=${studentId}`;
