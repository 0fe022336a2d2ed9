/** What the Signature doctor says of messages for this platform is compared with what the platform does with them. */
import { signRequest, timestampTolerance } from '../../../engine/inside.ts';
import type { Exchange, HttpRequest, OAuthCredentials } from '../../../engine/inside.ts';
import { lastCall, statusOf, timeOfDay, whileAttached } from '../../support/attached.ts';
import { expect, test } from '../../support/page.ts';
import { curl, field, region, verdict } from '../doctor/doctor-page.ts';

const minute = 60_000;

/** What the platform computed for a refused signature. */
function evidenceOf({ trace }: Exchange) {
  const found = trace.find(({ signature }) => signature)?.signature;
  if (!found) throw new Error('The platform compared no signatures');
  return found;
}

test('issue 18: a diagnosis says of a message what the platform does with it', async ({ browser }) => {
  await whileAttached(browser, async ({ platform, server, page, elsewhere, open }) => {
    const signer = elsewhere.credential('oauth1', 'Northwind Reader', 'mira_holm');
    const finding = region(page, 'Finding');
    const repaired = region(page, 'Repaired');
    const address = `${server.url}/2/users/me?user.fields=created_at`;
    let nonces = 0;
    /** A message as its sender signs it; `signed` is the address that it signs. */
    function messageOf({ secrets = {}, signed = address, at = platform.clock.now() } = {}) {
      const message = { method: 'GET', url: signed, headers: [] };
      const drawn = { nonce: `diagnosed${++nonces}`, timestamp: Math.floor(at / 1000) };
      const values: OAuthCredentials = { ...signer, ...secrets };
      const { authorization, steps } = signRequest(message, values, drawn);
      return { authorization, steps, request: { ...message, url: address } };
    }
    async function sentOn({ request, authorization }: { request: HttpRequest; authorization: string }) {
      await platform.handle({ ...request, headers: [['authorization', authorization]] });
      return lastCall(platform);
    }
    const row = (name: string) => finding.locator(`dt:text-is("${name}") + dd`);

    await test.step('a right message: the base string and the signature that its sender computed', async () => {
      await open('doctor');
      const message = messageOf();
      await field(page).fill(curl(address, message.authorization));
      await expect(verdict(page)).toHaveText('The signature is correct');
      await expect(row('Signature right')).toHaveText(message.steps.signature);
      await expect(finding.locator('.codebox')).toHaveText(message.steps.baseString);
      await expect(finding).toContainText(`${message.steps.baseString.length} characters`);
      expect(statusOf(await sentOn(message))).toBe(200);
    });

    await test.step('a wrong secret, and a query that was not signed: what the platform computed', async () => {
      const [unsigned] = address.split('?');
      for (const [message, title] of [
        [messageOf({ secrets: { consumer_secret: 'another' } }), 'No known mistake explains it'],
        [messageOf({ signed: unsigned! }), 'Query left out'],
      ] as const) {
        await field(page).fill(curl(address, message.authorization));
        await expect(verdict(page)).toHaveText(title);
        const call = await sentOn(message);
        expect(statusOf(call)).toBe(401);
        const { received, expected, baseString } = evidenceOf(call);
        await expect(row('Signature sent')).toHaveText(received);
        await expect(row('Signature right')).toHaveText(expected);
        await expect(finding).toContainText(`${baseString.length} characters`);
        await expect(finding.locator('.codebox').last()).toHaveText(baseString);
        await expect(repaired.getByRole('button', { name: 'Send repaired' })).toBeVisible();
      }
    });

    await test.step('a timestamp that others’ jump of the clock made old: by how much, and how much is taken', async () => {
      const message = messageOf();
      await platform.clock.advance(10 * minute);
      const { at } = await sentOn(message);
      await expect(page.getByRole('banner')).toContainText(timeOfDay(at));
      await field(page).fill(curl(address, message.authorization));
      await expect(verdict(page)).toHaveText('Timestamp out of bounds');
      expect(statusOf(lastCall(platform))).toBe(401);
      const [, stamp] = /oauth_timestamp="(\d+)"/.exec(message.authorization) ?? [];
      const behind = Math.floor(at / 1000) - Number(stamp);
      await expect(repaired).toContainText(
        `was ${behind} s behind; at most ${timestampTolerance} s are taken`,
      );
    });

    await test.step('the repaired message: where it goes, and what the platform answers', async () => {
      await field(page).fill(curl(address, messageOf({ signed: address.split('?')[0]! }).authorization));
      await expect(repaired).toContainText(`To the platform at ${server.url}.`);
      await repaired.getByRole('button', { name: 'Send repaired' }).click();
      await expect(repaired).toContainText(
        `${statusOf(lastCall(platform))} The platform took the signature.`,
      );
      expect(statusOf(lastCall(platform))).toBe(200);
      const left = lastCall(platform).windows[0]?.remaining ?? 0;
      for (let at = 0; at < left; at++) await elsewhere.user().get('/2/users/me');
      await repaired.getByRole('button', { name: 'Send again' }).click();
      await expect(repaired).toContainText('429');
      const refused = lastCall(platform).trace.findLast(({ problem }) => problem !== undefined)!;
      await expect(repaired).toContainText(`429 ${refused.verb}: ${refused.text.replaceAll('`', '')}`);
    });
  });
});
