import { describe, expect, test } from 'vitest';
import { createPlatform } from '../index.ts';
import type { Plan } from '../index.ts';

describe('the portal', () => {
  test('shows Projects on every plan, their Apps and the users', () => {
    const { portal } = createPlatform();
    expect(portal.projects().map(({ plan }) => plan)).toEqual(['pro', 'basic', 'free', 'enterprise']);
    expect(portal.users().map(({ username }) => username)).toEqual([
      'mira_holm',
      'jonas_berg',
      'aiko_tan',
      'sam_ode',
    ]);
    for (const { projectId, plan } of portal.apps())
      expect(plan).toBe(portal.projects().find(({ id }) => id === projectId)?.plan ?? null);
    expect(portal.apps()[0]).toMatchObject({
      permission: 'read-write',
      suspended: false,
      silencedUntil: null,
    });
  });

  test('changes a plan for the Project and its Apps; an unknown id gives a reason, not an exception', async () => {
    const platform = createPlatform();
    const { portal } = platform;
    expect(await platform.do('portal.setPlan', '1700', 'free')).toEqual({ ok: true });
    expect(portal.projects()[0]!.plan).toBe('free');
    expect(
      portal
        .apps()
        .filter(({ projectId }) => projectId === '1700')
        .map(({ plan }) => plan),
    ).toEqual(['free', 'free', 'free']);
    expect(await platform.do('portal.setPlan', '9', 'free')).toMatchObject({ ok: false });
    await expect(platform.do('portal.setPlan', '1700', 'gold' as Plan)).rejects.toThrow(TypeError);
    expect(await platform.do('portal.liftAbuse', '9')).toMatchObject({ ok: false });
    expect(portal.projects()[0]!.plan).toBe('free');
  });

  test('a plan is durable before the portal says so', async () => {
    let kept = false;
    const platform = createPlatform({
      commit: async () => {
        await Promise.resolve();
        kept = true;
      },
    });
    await platform.do('portal.setPlan', '1700', 'basic');
    expect(kept).toBe(true);
  });

  test('the abuse mechanism can be switched', async () => {
    const platform = createPlatform();
    const { portal } = platform;
    expect(portal.abuseEnabled()).toBe(true);
    await platform.do('portal.setAbuse', false);
    expect(portal.abuseEnabled()).toBe(false);
  });
});
