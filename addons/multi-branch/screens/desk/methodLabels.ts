import { t } from '@lingui/core/macro';
import { branchMethods, type BranchMethod } from '../../data/branches.ts';

export const methodLabels: Record<BranchMethod, string> = { mpesa: 'M-Pesa', cash: t`Cash`, bank: t`Bank deposit`, cheque: t`Cheque` };

export const methodLabel = (method: string) => {
  const known = branchMethods.find((each) => each === method);
  return known ? methodLabels[known] : method;
};
