import { Illustration } from './Illustration.tsx';

const areas: [name: string, level: number][] = [['Mathematics', 3], ['English', 2], ['Kiswahili', 3], ['Integrated Science', 2], ['Social Studies', 1], ['Creative Arts', 3]];
const levels = ['BE', 'AE', 'ME', 'EE'];

/** A CBC report: learning areas against the four rubric levels. */
export function ReportIllustration() {
  return (
    <Illustration width={520} height={400} description="A CBC report form: six learning areas, each marked at one of four rubric levels from below to exceeding expectation">
      <rect className="canvas" width="520" height="400" rx="24" />
      <rect className="tint" x="300" y="24" width="190" height="352" rx="20" opacity=".6" />
      <rect className="panel" x="48" y="40" width="400" height="320" rx="18" />
      <text className="ink strong s16" x="74" y="78">Grade 7 East, Term 2</text>
      <text className="muted" x="74" y="98">Brian Mwangi</text>
      {levels.map((level, index) => <text key={level} className="muted strong s11" x={262 + index * 48} y="98" textAnchor="middle">{level}</text>)}
      {areas.map(([name, level], row) => (
        <g key={name} transform={`translate(0 ${118 + row * 38})`}>
          <path className="rule" d="M74 -6h348" />
          <text className="ink s13" x="74" y="18">{name}</text>
          {levels.map((label, index) => (
            <rect key={label} className={index === level ? 'accent' : 'soft'} x={244 + index * 48} y="3" width="36" height="22" rx="7" />
          ))}
          <path d={`m${256 + level * 48} 14 4 4 8-8.5`} className="check" strokeWidth="2" strokeLinecap="round" strokeLinejoin="round" />
        </g>
      ))}
    </Illustration>
  );
}
