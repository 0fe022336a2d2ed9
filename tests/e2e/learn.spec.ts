/** Learn: a lesson as a person goes through it, in a world of its own, and the way back to their own. */
import type { Page } from '@playwright/test';
import { violations, violationsInBothSchemes } from '../support/axe.ts';
import { pressByTab, tabTo } from '../support/mini-browser.ts';
import { expect, test } from '../support/page.ts';

const lessonOf = (page: Page) => page.getByRole('region', { name: 'Lesson', exact: true });
const send = (page: Page) => page.getByRole('button', { name: 'Send', exact: true }).click();
const tabs = (page: Page) => page.getByRole('tablist', { name: 'Calls', exact: true }).getByRole('tab');

test('a lesson is begun from its list, missed, fixed, done and left by keyboard, and the own world is as it was', async ({
  page,
}) => {
  // Something of one's own to come back to.
  await page.goto('./#/requests/getPost');
  await expect(page.getByRole('heading', { name: 'Look up a post by its id' })).toBeVisible();
  await send(page);
  await expect(
    page.getByRole('region', { name: 'Response', exact: true }).getByText('200 OK').first(),
  ).toBeVisible();
  const own = await tabs(page).allTextContents();

  await pressByTab(
    page,
    page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: 'Learn' }),
  );
  await expect(page.getByRole('heading', { name: 'Your first call, broken and fixed' })).toBeVisible();
  expect(await violationsInBothSchemes(page), 'the list').toEqual([]);
  await pressByTab(page, page.getByRole('button', { name: 'Begin', exact: true }));

  // From here to the end of the lesson by the keyboard alone.
  const lesson = lessonOf(page);
  const sender = page.getByRole('button', { name: 'Send', exact: true });
  const goOn = () => pressByTab(page, lesson.getByRole('button', { name: 'Go on', exact: true }));
  const isClean = async (state: string) => expect(await violations(page), state).toEqual([]);
  await expect(page.getByText('Lesson world.')).toBeVisible();
  await expect(lesson.getByRole('heading', { name: 'Send a lookup' })).toBeFocused();
  await expect(page.getByRole('button', { name: 'Reset', exact: true })).toHaveCount(0);
  await expect(tabs(page)).toHaveCount(1);
  await isClean('a step that is open');
  await pressByTab(page, sender);
  await expect(lesson.getByRole('status')).toHaveText(
    /^Step 1 done: 200 at 09:0\d:\d\d, @mira_holm was found$/,
  );
  await expect(lesson.getByText('Why it worked.')).toBeVisible();
  await isClean('a step that is done');
  await goOn();

  await test.step('a miss says what was seen and what was wanted, and help opens rung by rung', async () => {
    await expect(lesson.getByRole('heading', { name: 'Break the token' })).toBeFocused();
    await pressByTab(page, sender);
    await expect(lesson.getByRole('heading', { name: 'The token was a good one' })).toBeVisible();
    await expect(lesson.getByRole('status')).toContainText('Not yet: The token was a good one.');
    await expect(sender).toBeFocused();
    for (const rung of ['A hint', 'Which field', 'Which value, and why'])
      await pressByTab(page, lesson.getByRole('button', { name: rung }));
    await expect(lesson.getByRole('link', { name: 'Fill it in where I can see it' })).toBeVisible();
    const ringed = page.getByRole('button', { name: 'Values' });
    await expect(ringed, 'the hints name it').toHaveAttribute('data-ringed');
    await expect(ringed).toBeInViewport();
    expect(await violationsInBothSchemes(page), 'a miss').toEqual([]);
  });

  await pressByTab(page, page.getByRole('button', { name: 'Values' }));
  const token = page.getByLabel('bearer_token', { exact: true });
  await tabTo(page, token);
  await page.keyboard.press('End');
  await page.keyboard.press('Backspace');
  await pressByTab(page, sender);
  await expect(lesson.getByRole('status')).toContainText('Step 2 done: refused at');
  await expect(page.locator('[data-ringed]')).toHaveCount(0);
  await isClean('a refusal that was wanted');

  await test.step('a reload opens the lesson at the start of its step', async () => {
    await goOn();
    // A step that is to come has a heading too; only the open one gets the focus.
    await expect(lesson.getByRole('heading', { name: 'Fix it' })).toBeFocused();
    await page.reload();
    await expect(lesson.getByRole('heading', { name: 'Fix it' })).toBeVisible();
    await expect(lesson.getByRole('link', { name: /^refused at/ })).toBeVisible();
  });
  await pressByTab(page, sender);
  await expect(lesson.getByRole('status')).toContainText('Step 3 done');
  await goOn();
  await expect(lesson.getByRole('heading', { name: 'Look somebody else up' })).toBeFocused();
  for (const rung of ['A hint', 'Which field', 'Which value, and why'])
    await pressByTab(page, lesson.getByRole('button', { name: rung }));
  await pressByTab(page, lesson.getByRole('link', { name: 'Fill it in where I can see it' }));
  await expect(lesson.getByText('Press the button yourself.')).toBeVisible();
  await isClean('a step that is filled in');
  await pressByTab(page, sender);
  await expect(lesson.getByRole('status')).toContainText('Step 4 done');
  await pressByTab(page, lesson.getByRole('button', { name: 'What you proved' }));
  await expect(page.getByRole('heading', { name: 'Lesson 1, done' })).toBeVisible();

  const copy =
    await test.step('its last page has the last call as a program, the sections, and the world to keep', async () => {
      const taken = page.getByRole('region', { name: 'Take it with you' });
      await tabTo(page, taken.getByRole('radio', { name: 'curl' }));
      await page.keyboard.press('ArrowRight');
      const program = taken.getByRole('group', { name: 'The last call in JavaScript' });
      await expect(program).toContainText('/2/users/by/username/aiko_tan');
      await expect(program).toContainText("env('SVC_BEARER_TOKEN')");
      await expect(
        page.getByRole('button', { name: /^§ [\d.]+, what the specification says/ }).first(),
      ).toBeVisible();
      expect(await violationsInBothSchemes(page), 'what was proved').toEqual([]);
      const arrives = page.waitForEvent('download');
      await pressByTab(page, page.getByRole('button', { name: 'Keep this world as a copy' }));
      const download = await arrives;
      expect(download.suggestedFilename()).toBe('lesson-first-call-2026-03-02.json');
      return download.path();
    });

  await pressByTab(page, page.getByRole('button', { name: 'Back to my own world' }));
  await expect(page.getByText('Lesson world.')).toHaveCount(0);
  await expect(page.getByText('1 done')).toBeVisible();
  await page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: 'Requests' }).click();
  await expect(tabs(page)).toHaveText(own);
  await page.getByRole('button', { name: 'Last calls' }).click();
  const calls = page.getByRole('dialog');
  await expect(calls.getByText('/2/posts/', { exact: false }).first()).toBeVisible();
  await expect(calls.getByText('/2/users/by/username', { exact: false })).toHaveCount(0);
  await page.keyboard.press('Escape');

  await test.step('the world that was kept is taken by Import, and brings the steps that were done', async () => {
    await page.evaluate(() => {
      for (const key of Object.keys(localStorage))
        if (key.endsWith('lessons:1')) localStorage.removeItem(key);
    });
    await page.reload();
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Import', exact: true }).click();
    await (await chooser).setFiles(copy);
    const dialog = page.getByRole('dialog', { name: /import/i });
    await expect(dialog).toContainText('lesson-1');
    await expect(dialog.getByRole('checkbox', { name: /^Add its \d steps of lessons/ })).toBeChecked();
    await dialog.getByRole('button', { name: 'Replace with it' }).click();
    await expect(dialog).toHaveCount(0);
    await page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: 'Learn' }).click();
    await expect(page.getByText('1 done')).toBeVisible();
  });
});

test('at 390 px a link to a step starts it with one press, and the steps are a sheet over the foot', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('./#/learn/first-call/2');
  await expect(page.getByText('This link leads to step 2')).toBeVisible();
  expect(await violationsInBothSchemes(page), 'the lesson').toEqual([]);
  await page.getByRole('button', { name: 'Begin at step 2' }).click();
  const lesson = lessonOf(page);
  const title = lesson.getByRole('heading', { name: 'Break the token' });
  await expect(title).toBeVisible();
  await expect(lesson.getByRole('link', { name: /^200 at/ })).toBeVisible();
  expect(await violationsInBothSchemes(page), 'the sheet').toEqual([]);
  await page.keyboard.press('Escape');
  await expect(title).toBeHidden();
  const line = lesson.getByRole('button', { name: 'Break the token step 2 of 4' });
  await expect(line).toBeFocused();
  await send(page);
  await expect(line).toContainText('The token was a good one');
  await line.press('Enter');
  await expect(lesson.getByRole('heading', { name: 'The token was a good one' })).toBeInViewport({
    ratio: 1,
  });
  await expect(lesson.getByText('Break the token').filter({ visible: true })).toHaveCount(1);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await page.getByRole('button', { name: 'Leave the lesson' }).click();
  await expect(page.getByRole('tab', { name: 'Lesson 1' })).toHaveAttribute('aria-selected', 'true');
  // What the page did for the person is not theirs.
  await page.getByRole('tab', { name: 'Lessons' }).click();
  await expect(page.getByText('0 done')).toBeVisible();

  await test.step('a link brings progress, which is taken over by a press', async () => {
    await page.goto('./#/learn?done=first-call.1.4');
    const brought = page.getByRole('region', { name: 'Progress from a link' });
    await expect(brought).toContainText('2 steps that are not done here');
    await brought.getByRole('button', { name: 'Mark as done' }).click();
    await expect(page.getByText('2 of 4 steps')).toBeVisible();
    await expect(brought).toBeHidden();
  });
});

test('at 390 px the sheet leaves Send whole, makes room for the answer, and keeps the way on in sight', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('./#/learn/first-call');
  await page.getByRole('button', { name: 'Begin', exact: true }).click();
  const lesson = lessonOf(page);
  await expect(lesson.getByRole('heading', { name: 'Send a lookup' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Send', exact: true })).toBeInViewport({ ratio: 1 });
  await send(page);
  const line = lesson.getByRole('button', { name: /^Send a lookup/ });
  await expect(line).toContainText('done: go on');
  const response = page.getByRole('region', { name: 'Response', exact: true });
  await expect(response.getByText('200 OK').first()).toBeInViewport({ ratio: 1 });
  await expect(response.getByText('X-ray', { exact: true })).toBeInViewport({ ratio: 1 });
  expect(await violationsInBothSchemes(page), 'the answer').toEqual([]);
  await line.press('Enter');
  const goOn = lesson.getByRole('button', { name: 'Go on', exact: true });
  await expect(goOn).toBeInViewport({ ratio: 1 });
  await expect(lesson.getByText('Why it worked.')).toBeInViewport({ ratio: 1 });
  expect(await violationsInBothSchemes(page), 'the way on').toEqual([]);
  await goOn.click();
  await expect(lesson.getByRole('heading', { name: 'Break the token' })).toBeFocused();
});
