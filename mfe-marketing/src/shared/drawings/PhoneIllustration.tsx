import { Illustration } from './Illustration.tsx';

/** A parent's phone: the payment prompt, and the receipt that follows. */
export function PhoneIllustration() {
  return (
    <Illustration width={520} height={400} description="A parent’s phone asking to confirm a fee payment by M-Pesa, beside the receipt in the school’s records">
      <rect className="canvas" width="520" height="400" rx="24" />
      <circle className="tint" cx="150" cy="210" r="150" opacity=".7" />
      <rect className="panel" x="78" y="34" width="178" height="332" rx="28" strokeWidth="2" />
      <rect className="soft" x="138" y="46" width="58" height="8" rx="4" />
      <text className="muted s11" x="167" y="86" textAnchor="middle">Thursday</text>
      <text className="ink strong s26" x="167" y="116" textAnchor="middle">6:42</text>
      <rect className="soft" x="94" y="140" width="146" height="132" rx="16" />
      <text className="ink strong s13" x="110" y="166">Pay school fees</text>
      <text className="muted s11" x="110" y="187">Pay KES 18,500 to</text>
      <text className="muted s11" x="110" y="202">Greenfield Academy,</text>
      <text className="muted s11" x="110" y="217">account 2041?</text>
      <rect className="flat" x="110" y="232" width="52" height="26" rx="8" />
      <text className="muted s11" x="136" y="249" textAnchor="middle">Cancel</text>
      <rect className="accent" x="170" y="232" width="54" height="26" rx="8" />
      <text className="on-accent strong s11" x="197" y="249" textAnchor="middle">Send</text>
      {[0, 1, 2, 3].map((dot) => <circle key={dot} className="ink" cx={143 + dot * 16} cy="306" r="4.5" opacity={dot === 3 ? 0.2 : 0.9} />)}
      <path className="accent-line" d="M262 196h34m-8-8 8 8-8 8" strokeWidth="2.5" strokeLinecap="round" strokeLinejoin="round" />
      <rect className="panel" x="304" y="96" width="186" height="206" rx="18" />
      <circle className="good" cx="333" cy="127" r="13" />
      <path d="m327 127 4.5 4.5 8-9" className="tick" strokeWidth="2.2" strokeLinecap="round" strokeLinejoin="round" />
      <text className="ink strong s13" x="355" y="124">Received</text>
      <text className="muted s11" x="355" y="139">6:42 AM</text>
      <path className="rule" d="M322 156h150" />
      {[['Learner', 'Achieng O.'], ['Stream', 'Grade 7 East'], ['Tuition', '16,000'], ['Lunch', '2,500'], ['Balance', '0']].map(([label, value], index) => (
        <g key={label}>
          <text className="muted" x="322" y={180 + index * 24}>{label}</text>
          <text className={index === 4 ? 'ink strong' : 'ink'} x="472" y={180 + index * 24} textAnchor="end">{value}</text>
        </g>
      ))}
    </Illustration>
  );
}
