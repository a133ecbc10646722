import { Illustration } from './Illustration.tsx';

const rows = [0, 1, 2];

/** The product's two homes: our cloud with many schools, and one school's own server. */
export function HomesIllustration() {
  return (
    <Illustration width={520} height={400} description="Two ways to run the product: a cloud that serves several schools, and a server inside one school">
      <rect className="canvas" width="520" height="400" rx="24" />
      <path className="panel" d="M96 186a44 44 0 0 1 8-87 60 60 0 0 1 114-14 48 48 0 0 1 62 46 28 28 0 0 1-6 55z" strokeWidth="1.5" />
      {rows.map((row) => (
        <g key={row} transform={`translate(${112 + row * 52} 118)`}>
          <rect className={row === 1 ? 'accent' : 'tint'} width="42" height="42" rx="11" />
          <path className={row === 1 ? 'check' : 'accent-line'} d="M11 29V17l10-6 10 6v12m-14 0v-7h8v7" strokeWidth="2" strokeLinejoin="round" strokeLinecap="round" />
        </g>
      ))}
      <path className="rule" d="M188 186v58m-70-58v34m140-34v34" strokeWidth="2" strokeDasharray="3 5" />
      {rows.map((row) => <rect key={row} className="panel" x={92 + row * 70} y={row === 1 ? 246 : 222} width="52" height="36" rx="8" />)}
      <rect className="tint" x="322" y="126" width="164" height="216" rx="20" opacity=".8" />
      <path className="panel" d="m306 176 98-62 98 62v172H306z" strokeWidth="1.5" strokeLinejoin="round" />
      {rows.map((row) => (
        <g key={row} transform={`translate(344 ${192 + row * 46})`}>
          <rect className={row === 0 ? 'accent' : 'soft'} width="120" height="36" rx="9" />
          <circle className={row === 0 ? 'on-accent' : 'good'} cx="18" cy="18" r="4.5" />
          <rect className={row === 0 ? 'on-accent' : 'muted'} x="34" y="15" width={70 - row * 14} height="6" rx="3" opacity=".6" />
        </g>
      ))}
    </Illustration>
  );
}
