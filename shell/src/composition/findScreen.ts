export { findScreen, ownerOf, type Screen } from '@masomo/contracts/findScreen';
