import { expect, it } from 'vitest';
import { headingId } from './headingId.ts';

it('leaves out the number and what is no letter', () => expect(headingId('5. Fees & payment')).toBe('fees-payment'));
