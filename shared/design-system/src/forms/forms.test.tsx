// @vitest-environment jsdom
import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import {
  CheckboxField,
  PasswordField,
  SearchInput,
  SelectField,
  SubmitButton,
  SwitchField,
  TextField,
  useForm,
  zodResolver,
} from '@masomo/design-system/forms';
import { renderRoute } from '@masomo/testing';

afterEach(cleanup);

const schema = z.object({
  name: z.string().min(1, 'Enter your name'),
  role: z.enum(['Teacher', 'Bursar'], 'Choose your role'),
  terms: z.literal(true, 'Agree to the terms'),
  phone: z.string().transform((text) => text.replace(/\s/g, '')),
});

function Form({ onSend }: { onSend: (values: z.output<typeof schema>) => void }) {
  const {
    register,
    handleSubmit,
    formState: { errors },
  } = useForm({ resolver: zodResolver(schema), defaultValues: { name: '', phone: '' } });
  return (
    <form noValidate onSubmit={(event) => void handleSubmit((values) => onSend(values))(event)}>
      <TextField label="Phone" {...register('phone')} error={errors.phone?.message} />
      <TextField
        label="Full name"
        required
        helpText="As on your payslip"
        autoComplete="name"
        {...register('name')}
        error={errors.name?.message}
      />
      <SelectField
        label="Role"
        required
        placeholder="Choose"
        options={['Teacher', 'Bursar']}
        {...register('role')}
        error={errors.role?.message}
      />
      <CheckboxField label="I agree" required {...register('terms')} error={errors.terms?.message} />
      <SubmitButton isBusy={false} busyLabel="Sending…">
        Send
      </SubmitButton>
    </form>
  );
}

describe('a form', () => {
  it('connects every control with its label, help and error, and focuses the first invalid one', async () => {
    const onSend = vi.fn();
    renderRoute(<Form onSend={onSend} />);
    const name = screen.getByRole('textbox', { name: 'Full name' });
    expect(name.getAttribute('aria-invalid')).toBeNull();
    expect(name.getAttribute('autocomplete')).toBe('name');
    expect(name).toHaveProperty('required', true);

    await userEvent.click(screen.getByRole('button', { name: 'Send' }));
    expect(onSend).not.toHaveBeenCalled();
    expect(document.activeElement).toBe(name);
    expect(name.getAttribute('aria-invalid')).toBe('true');
    const described = name
      .getAttribute('aria-describedby')
      ?.split(' ')
      .map((id) => document.getElementById(id)?.textContent);
    expect(described).toEqual(['As on your payslip', 'Enter your name']);
    expect(screen.getAllByRole('alert').map((alert) => alert.textContent)).toEqual([
      'Enter your name',
      'Choose your role',
      'Agree to the terms',
    ]);
    expect(screen.getByRole('checkbox', { name: /I agree/ }).getAttribute('aria-invalid')).toBe('true');
  });

  it('submits the output of the schema', async () => {
    const onSend = vi.fn();
    renderRoute(<Form onSend={onSend} />);
    await userEvent.type(screen.getByLabelText('Full name'), 'Wanjiru');
    await userEvent.type(screen.getByLabelText('Phone'), '0712 345 678');
    await userEvent.selectOptions(screen.getByLabelText('Role'), 'Bursar');
    await userEvent.click(screen.getByRole('checkbox', { name: /I agree/ }));
    await userEvent.click(screen.getByRole('button', { name: 'Send' }));
    expect(onSend).toHaveBeenCalledWith({ name: 'Wanjiru', phone: '0712345678', role: 'Bursar', terms: true });
  });
});

describe('a form that a password manager fills in', () => {
  it('is sent with what its fields hold, though no event told of it', async () => {
    const onSend = vi.fn();
    renderRoute(<Form onSend={onSend} />);
    screen.getByLabelText<HTMLInputElement>('Full name').value = 'Wanjiru';
    screen.getByLabelText<HTMLInputElement>('Phone').value = '0712 345 678';
    screen.getByLabelText<HTMLSelectElement>('Role').value = 'Bursar';
    await userEvent.click(screen.getByRole('checkbox', { name: /I agree/ }));
    await userEvent.click(screen.getByRole('button', { name: 'Send' }));
    expect(onSend).toHaveBeenCalledWith({ name: 'Wanjiru', phone: '0712345678', role: 'Bursar', terms: true });
  });
});

describe('fields', () => {
  it('a password is hidden until it is revealed', async () => {
    renderRoute(<PasswordField label="Password" autoComplete="current-password" />);
    const field = screen.getByLabelText('Password');
    const show = screen.getByRole('button', { name: 'Show password' });
    expect([field.getAttribute('type'), show.getAttribute('aria-pressed')]).toEqual(['password', 'false']);
    await userEvent.click(show);
    expect([field.getAttribute('type'), show.getAttribute('aria-pressed')]).toEqual(['text', 'true']);
  });

  it('a switch is a controlled switch', async () => {
    const onChange = vi.fn();
    renderRoute(<SwitchField label="Maintenance" checked onChange={(event) => onChange(event.currentTarget.checked)} />);
    await userEvent.click(screen.getByRole('switch', { name: 'Maintenance' }));
    expect(onChange).toHaveBeenCalledWith(false);
  });

  it('a search is cleared by its button and by Escape', async () => {
    const onValueChange = vi.fn();
    renderRoute(<SearchInput label="Search schools" value="Green" onValueChange={onValueChange} />);
    await userEvent.click(screen.getByRole('button', { name: 'Clear search' }));
    const box = screen.getByRole('searchbox', { name: 'Search schools' });
    expect(document.activeElement).toBe(box);
    await userEvent.keyboard('{Escape}');
    expect(onValueChange.mock.calls).toEqual([[''], ['']]);
  });

  it('a busy button changes its label and is disabled', () => {
    const { container } = renderRoute(
      <SubmitButton isBusy busyLabel="Sending…">
        Send
      </SubmitButton>,
    );
    const button = within(container).getByRole('button', { name: 'Sending…' });
    expect(button).toHaveProperty('disabled', true);
    expect(button.getAttribute('aria-busy')).toBe('true');
  });
});
