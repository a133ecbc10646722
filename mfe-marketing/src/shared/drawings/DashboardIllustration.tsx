import { msg, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Illustration } from './Illustration.tsx';

const menu = [msg`Dashboard`, msg`Students`, msg`Classes`, msg`Fees`, msg`Exams`, msg`Staff`, msg`Reports`];
const stats = [
  { label: msg`Students`, value: '612', note: msg`18 joined this term` },
  { label: msg`Fees collected`, value: '84%', note: msg`of term 2 invoices` },
  { label: msg`Present today`, value: '97%', note: msg`19 parents informed` },
];
/** Percentage of the term's fees paid by week; later weeks are placeholders. */
const weeks = [38, 64, 92, 78, 56, 70, 3, 3, 3, 3];
const thisWeek = 5;
const payments = [
  ['Achieng Otieno', 'Grade 7 East', '18,500'],
  ['Brian Mwangi', 'Grade 4 West', '12,000'],
  ['Faith Chebet', 'Form 3 North', '24,750'],
];

/** Inline illustration of a school's dashboard. */
export function DashboardIllustration() {
  return (
    <Illustration
      width={760}
      height={520}
      description={t`A school’s dashboard: students, fees collected, attendance today, fees by week and the latest M-Pesa payments`}
    >
      <rect className="panel" x="1" y="1" width="758" height="518" rx="18" />
      <path className="soft" d="M1 19a18 18 0 0 1 18-18h133v518H19a18 18 0 0 1-18-18z" />
      <rect className="accent" x="22" y="24" width="26" height="26" rx="8" />
      <path className="on-accent" d="M29 43V32l6 6 6-6v11h-3v-5l-3 3-3-3v5z" />
      <rect className="ink" x="58" y="32" width="62" height="10" rx="5" opacity=".85" />
      {menu.map((label, index) => (
        <g key={index} transform={`translate(14 ${78 + index * 38})`}>
          {index === 0 && <rect className="flat" width="126" height="30" rx="9" />}
          <rect
            className={index === 0 ? 'accent' : 'muted'}
            x="11"
            y="9"
            width="12"
            height="12"
            rx="3.5"
            opacity={index === 0 ? 1 : 0.45}
          />
          <text className={index === 0 ? 'ink strong' : 'muted'} x="33" y="19.5">
            {t(label)}
          </text>
        </g>
      ))}
      <text className="ink strong s19" x="178" y="48">
        <Trans>Good morning, Mrs. Wambui</Trans>
      </text>
      <text className="muted" x="178" y="68">
        <Trans>Term 2, week 6</Trans>
      </text>
      <rect className="tint" x="640" y="28" width="96" height="30" rx="15" />
      <circle className="good" cx="657" cy="43" r="4" />
      <text className="ink" x="668" y="47">
        <Trans>All in order</Trans>
      </text>
      {stats.map((stat, index) => (
        <g key={stat.value} transform={`translate(${178 + index * 191} 88)`}>
          <rect className="panel" width="176" height="92" rx="14" />
          <text className="muted" x="16" y="27">
            {t(stat.label)}
          </text>
          <text className="ink strong s25" x="16" y="57">
            {stat.value}
          </text>
          <text className="muted s11" x="16" y="77">
            {t(stat.note)}
          </text>
        </g>
      ))}
      <rect className="panel" x="178" y="196" width="338" height="300" rx="14" />
      <text className="ink strong s14" x="196" y="224">
        <Trans>Fees by week</Trans>
      </text>
      <path className="rule" d="M196 268h302m-302 58h302m-302 58h302m-302 58h302" />
      {weeks.map((share, index) => (
        <rect
          key={index}
          className={index === thisWeek ? 'accent' : index < thisWeek ? 'bar' : 'soft'}
          x={202 + index * 30}
          y={442 - share * 1.9}
          width="19"
          height={share * 1.9}
          rx={share > 5 ? 5 : 2}
        />
      ))}
      <text className="muted s10" x={weeks.map((_, index) => 211 + index * 30).join(' ')} y="466" textAnchor="middle">
        {weeks.map((_, index) => index + 1).join('')}
      </text>
      <rect className="panel" x="530" y="196" width="206" height="300" rx="14" />
      <text className="ink strong s14" x="548" y="224">
        <Trans>M-Pesa, just now</Trans>
      </text>
      {payments.map(([name, stream, amount], index) => (
        <g key={name} lang="en" transform={`translate(548 ${246 + index * 60})`}>
          <circle className="tint" cx="14" cy="18" r="14" />
          <path className="accent-line" d="m8 18 4.5 4.5L20.5 14" strokeWidth="2" strokeLinecap="round" strokeLinejoin="round" />
          <text className="ink strong" x="38" y="15">
            {name}
          </text>
          <text className="muted s11" x="38" y="32">
            {stream}
          </text>
          <text className="ink s11" x="170" y="32" textAnchor="end">
            {amount}
          </text>
        </g>
      ))}
      <rect className="soft" x="548" y="434" width="170" height="44" rx="10" />
      <text className="muted s11" x="562" y="452">
        <Trans>Matched automatically</Trans>
      </text>
      <text className="ink strong" x="562" y="468">
        <Trans>47 of 47 today</Trans>
      </text>
    </Illustration>
  );
}
