export { ListScreen } from '@masomo/remote/ListScreen';
