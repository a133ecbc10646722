export { FormDialog } from '@masomo/remote/FormDialog';
