import { moduleHome } from '@masomo/remote/useModule';

export const cbseFeature = 'addon:cbse-examination';
export const cbseHome = moduleHome(cbseFeature);

/** Where a screen shows a class of the year, and perhaps a subject and a part of it. */
export function addressOf(screen: 'marks' | 'areas' | 'results', yearClassId: string): string {
  return `${cbseHome}/${screen}?class=${yearClassId}`;
}
