import { browserChoice } from '@masomo/domain/browserChoice';

/** The camera that was chosen on this device last. */
export const chosenCamera = browserChoice('masomo-camera');
