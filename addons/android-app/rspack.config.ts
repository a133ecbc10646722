import { remoteConfig } from '@masomo/tools/build/remoteConfig.ts';
import { manifest } from './module.ts';

export default remoteConfig(import.meta.dirname, manifest);
