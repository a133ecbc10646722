import { shellConfig } from '@masomo/tools/build/shellConfig.ts';

export default shellConfig(import.meta.dirname);
