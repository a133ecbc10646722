import { randomBytes, randomUUID } from 'node:crypto';
import { z } from 'zod';
import { openLedger } from '../ledger.ts';

const sessionSchema = z.object({ from: z.number(), to: z.number().nullable() });
const personSchema = z.object({
  id: z.string(),
  name: z.string(),
  /** Of the account somebody is signed in with; without one somebody is a guest. */
  account: z.string().optional(),
  registrant: z.string().optional(),
  isHost: z.boolean().optional(),
  isWaiting: z.boolean(),
  sessions: z.array(sessionSchema),
});
const meetingSchema = z.object({
  id: z.string(),
  provider: z.enum(['zoom', 'google']),
  host: z.string(),
  title: z.string(),
  agenda: z.string().optional(),
  start: z.string(),
  end: z.string().optional(),
  minutes: z.number().optional(),
  timeZone: z.string(),
  uuid: z.string(),
  code: z.string(),
  requestId: z.string().optional(),
  /** Since when the link is there: Google takes a moment. */
  readyAt: z.number(),
  registrants: z.array(z.object({ id: z.string(), email: z.string(), name: z.string(), token: z.string() })),
  people: z.array(personSchema),
  recordings: z.array(z.object({ id: z.string(), at: z.number() })),
  endedAt: z.number().nullable(),
  isDeleted: z.boolean(),
});
export type SimulatedMeeting = z.infer<typeof meetingSchema>;
export type SimulatedPerson = z.infer<typeof personSchema>;
type NewMeeting = Pick<SimulatedMeeting, 'provider' | 'host' | 'title' | 'start' | 'timeZone'> & Partial<SimulatedMeeting>;

const letters = (count: number) => [...randomBytes(count)].map((byte) => String.fromCharCode(97 + (byte % 26))).join('');

/** The meetings of both simulated providers, kept in a ledger: each line is a meeting as it is from then on. */
export function createMeetings(file: string) {
  const ledger = openLedger(file, meetingSchema);
  const meetings = new Map(ledger.entries().map((meeting) => [meeting.id, meeting]));
  function save(meeting: SimulatedMeeting): SimulatedMeeting {
    meetings.set(meeting.id, meeting);
    ledger.append(structuredClone(meeting));
    return meeting;
  }
  function change(id: string, apply: (meeting: SimulatedMeeting) => void): SimulatedMeeting | undefined {
    const meeting = meetings.get(id);
    if (!meeting) return undefined;
    apply(meeting);
    return save(meeting);
  }
  return {
    list: () => [...meetings.values()].filter(({ isDeleted }) => !isDeleted).toSorted((a, b) => a.start.localeCompare(b.start)),
    find: (id: string) => meetings.get(id),
    byCode: (code: string) => [...meetings.values()].find((meeting) => meeting.code === code),
    byUuid: (uuid: string) => [...meetings.values()].find((meeting) => meeting.uuid === uuid),
    change,
    make: (given: NewMeeting): SimulatedMeeting =>
      save({
        id: String(8_000_000_0000 + Math.floor(Math.random() * 9_999_999_999)),
        // A UUID with slashes, as Zoom makes them: its path has to be encoded twice.
        uuid: `/${randomBytes(9).toString('base64')}//${randomBytes(3).toString('base64')}==`,
        code: `${letters(3)}-${letters(4)}-${letters(3)}`,
        readyAt: 0,
        registrants: [],
        people: [],
        recordings: [],
        endedAt: null,
        isDeleted: false,
        ...given,
      }),
    register(id: string, people: readonly { email: string; name: string }[]) {
      change(id, (meeting) => {
        for (const person of people)
          if (!meeting.registrants.some(({ email }) => email === person.email))
            meeting.registrants.push({ ...person, id: letters(12), token: randomUUID() });
      });
      return meetings.get(id)?.registrants.filter(({ email }) => people.some((person) => person.email === email)) ?? [];
    },
    /** Somebody comes in, by a device of theirs; who has been there is the same person again where the provider can tell. */
    join(
      id: string,
      { now = Date.now(), ...given }: Omit<SimulatedPerson, 'id' | 'sessions'> & { now?: number },
    ): SimulatedPerson | undefined {
      const person: SimulatedPerson = { ...given, id: letters(10), sessions: [{ from: now, to: null }] };
      return change(id, (meeting) => {
        meeting.endedAt = null;
        meeting.people.push(person);
      })
        ? person
        : undefined;
    },
    leave: (id: string, personId: string, now = Date.now()) =>
      change(id, (meeting) => {
        for (const session of meeting.people.find((person) => person.id === personId)?.sessions ?? []) session.to ??= now;
      }),
    admit: (id: string, personId: string) =>
      change(id, (meeting) => {
        for (const person of meeting.people) if (person.id === personId) person.isWaiting = false;
      }),
    end: (id: string, now = Date.now()) =>
      change(id, (meeting) => {
        for (const session of meeting.people.flatMap(({ sessions }) => sessions)) session.to ??= now;
        meeting.endedAt = now;
      }),
    record: (id: string, now = Date.now()) => change(id, (meeting) => void meeting.recordings.push({ id: randomUUID(), at: now })),
  };
}
export type Meetings = ReturnType<typeof createMeetings>;
