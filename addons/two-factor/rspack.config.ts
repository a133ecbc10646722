import { remoteConfig } from '@masomo/tools/build/remoteConfig.ts';
import { manifest } from './src/manifest.ts';

export default remoteConfig(import.meta.dirname, manifest);
