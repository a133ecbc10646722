import { Illustration } from './Illustration.tsx';

const days = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri'];
const lessons: [day: number, slot: number, length: number, name: string, ink: string][] = [
  [0, 0, 2, 'Maths', 'accent'], [0, 3, 1, 'Kiswahili', 'tint'], [1, 0, 1, 'English', 'tint'], [1, 1, 2, 'Science', 'soft'], [2, 0, 1, 'Kiswahili', 'tint'],
  [2, 1, 1, 'Music', 'soft'], [2, 3, 2, 'Maths', 'accent'], [3, 0, 2, 'Science lab', 'soft'], [3, 3, 1, 'English', 'tint'], [4, 1, 2, 'Maths', 'accent'], [4, 4, 1, 'Games', 'soft'],
];

/** A teacher's week, with this morning's roll call on top. */
export function TimetableIllustration() {
  return (
    <Illustration width={520} height={400} description="A teacher’s timetable for the week, with this morning’s roll call: 41 of 42 present and one parent informed">
      <rect className="canvas" width="520" height="400" rx="24" />
      <rect className="panel" x="36" y="36" width="448" height="300" rx="18" />
      {days.map((day, index) => <text key={day} className="muted strong" x={92 + index * 86} y="66" textAnchor="middle">{day}</text>)}
      {[0, 1, 2, 3, 4].map((slot) => <path key={slot} className="rule" d={`M52 ${80 + slot * 50}h416`} />)}
      {lessons.map(([day, slot, length, name, ink]) => (
        <g key={`${day}-${slot}`} transform={`translate(${53 + day * 86} ${84 + slot * 50})`}>
          <rect className={ink} width="78" height={length * 50 - 8} rx="9" />
          <text className={`${ink === 'accent' ? 'on-accent strong' : 'ink'} s10`} x="9" y="20">{name}</text>
        </g>
      ))}
      <rect className="panel" x="238" y="276" width="258" height="88" rx="16" />
      <circle className="good" cx="270" cy="320" r="14" />
      <path d="m264 320 4.5 4.5 8-9" className="tick" strokeWidth="2.2" strokeLinecap="round" strokeLinejoin="round" />
      <text className="ink strong s13" x="296" y="313">Roll call done, Grade 7 East</text>
      <text className="muted" x="296" y="332">41 of 42 present, parent informed</text>
    </Illustration>
  );
}
