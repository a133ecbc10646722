/** A meeting as it is planned. Times are instants, `localStart` is `2026-11-30T08:00:00` in `timeZone`. */
export type PlannedMeeting = {
  id: string;
  title: string;
  startsAt: string;
  endsAt: string;
  localStart: string;
  localEnd: string;
  timeZone: string;
  /** The host's address at the provider. */
  host: string;
};

/** A row of the report of who came. `key` is the same each time the report is read. */
export type Attendee = {
  key: string;
  person?: string | undefined;
  name: string;
  email?: string | undefined;
  registrant?: string | undefined;
  is_host: boolean;
  sessions: { from: string; to: string }[];
};

export type Recording = { key: string; kind: string; url: string; recorded_at: string };

/** What a provider reports about a meeting; `isComplete` once it has ended. */
export type MeetingReport = { attendees: Attendee[]; recordings: Recording[]; isComplete: boolean };
