import { accounts, expect, signInDirectly, sql, test } from '../product.ts';

test('a parent writes to the class teacher, who is told, answers, and the parent reads it; an administrator reads it with a trace', async ({
  page,
  browser,
}) => {
  const words = `Is the trip on ${Date.now().toString(36)}?`;
  const findConversation = () =>
    sql<{ id: string }>('select conversation_id as id from public.conversation_messages where body = $1', [words]);
  try {
    await signInDirectly(page, accounts.parent);
    await page.goto('/dashboard');
    await page.getByRole('link', { name: 'Message the class teacher of Brian Njeri' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Write to a teacher' })).toBeVisible();
    await expect(page.getByText(/administrators can read these messages/)).toBeVisible();
    await page.getByLabel('Your message').fill(words);
    await page.getByRole('button', { name: 'Send' }).click();
    await expect(page.getByRole('list', { name: 'Messages' })).toContainText(words);

    const teacher = await (await browser.newContext()).newPage();
    await signInDirectly(teacher, accounts.teacher);
    await teacher.goto('/dashboard/notifications');
    await teacher.getByRole('link', { name: 'Mary Njeri wrote about Brian Njeri' }).first().click();
    await expect(teacher.getByRole('list', { name: 'Messages' })).toContainText(words);
    await teacher.getByLabel('Your answer').fill(`Yes. ${words}`);
    await teacher.getByRole('button', { name: 'Send' }).click();
    await expect(teacher.getByRole('list', { name: 'Messages' })).toContainText(`Yes. ${words}`);

    await page.getByRole('navigation', { name: 'Dashboard' }).getByRole('link', { name: 'Messages' }).click();
    await page.getByRole('row', { name: new RegExp(`Yes. ${words.replace('?', '\\?')}`) }).click();
    await expect(page.getByRole('list', { name: 'Messages' })).toContainText(`Yes. ${words}`);

    const admin = await (await browser.newContext()).newPage();
    await signInDirectly(admin, accounts.admin);
    const [conversation] = await findConversation();
    await admin.goto(`/dashboard/messages/${conversation?.id}`);
    await expect(admin.getByRole('list', { name: 'Messages' })).toContainText(words);
    await expect(admin.getByRole('button', { name: 'Send' })).toHaveCount(0);
    const traces = await sql("select from public.audit_log where action = 'read' and entity = 'conversations' and entity_id = $1", [
      conversation?.id,
    ]);
    expect(traces).toHaveLength(1);
    await admin.getByRole('link', { name: 'All messages' }).click();
    await expect(admin.getByRole('row', { name: 'Mary Njeri and Faith Achieng' }).first()).not.toContainText(words);
  } finally {
    // The conversation is one of the demonstration data.
    await sql('delete from public.conversation_messages where body like $1', [`%${words}`]);
  }
});
