import { plural, t } from '@lingui/core/macro';
import type { BehaviourEntry, BehaviourKind } from '../../data/behaviour.ts';
import { formatSignedNumber } from '@masomo/domain/number';

export const kindLabels: Record<BehaviourKind, string> = { merit: t`Merit`, incident: t`Incident` };
export const kindColors: Record<BehaviourKind, string> = { merit: 'green', incident: 'orange' };

/** Points of an entry as they count: those of an incident are taken off. */
export const signedPoints = ({ kind, points }: Pick<BehaviourEntry, 'kind' | 'points'>) =>
  formatSignedNumber(kind === 'merit' ? points : -points);

export const formatPoints = (points: number) => plural(points, { one: '# point', other: '# points' });
