import { expect, it } from 'vitest';
import { headingId } from './headingId.ts';

it('omits the number and everything but letters', () => expect(headingId('5. Fees & payment')).toBe('fees-payment'));
