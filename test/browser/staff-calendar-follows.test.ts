// docs/contract.md#c12-calendar

import { whyNoChromium } from '@mediajobs/testing/browser/chromium'
import { staffInBrowser } from '@mediajobs/testing/browser/staff-pages'
import type { Page } from 'playwright-core'
import t from 'tap'

/** Polls, like the page does every 15 seconds. */
async function look(page: Page): Promise<void> {
  await page.evaluate('document.dispatchEvent(new Event("visibilitychange"))')
}

t.test('the calendar shows changes by others', { skip: whyNoChromium() ?? false }, async (t) => {
  const { api, pagesOf } = await staffInBrowser(t)
  const org = await api.createOrg()
  const { userId } = await api.createMember(org, 'TECHNICIAN')
  const { call } = org
  await call('PATCH', '/organization', { timeZone: 'UTC' })
  const book = async (addressLine1: string, time: string) => {
    const scheduledTime = `2099-05-06T${time}:00Z`
    const job = { addressLine1, scheduledTime, technicianId: userId, estimatedDuration: 60 }
    return (await call('POST', '/projects/create', job)).body.id as string
  }
  const moved = await book('1 Early Street', '09:00')
  const page = await pagesOf(org)(t, '/calendar?day=2099-05-06')
  const block = (id: string) => page.locator(`#s-${id}`)
  const timesOf = async (id: string) => {
    const hour = await page.locator('.axis span').first().boundingBox()
    const slots = await page.locator('[data-day="2099-05-06"] .slots').boundingBox()
    const box = await block(id).boundingBox()
    if (!hour || !slots || !box) throw new Error('the job is not there')
    const from = Number(await page.locator('.grid').getAttribute('data-from')) / 60
    return { at: from + (box.y - slots.y) / hour.height, hours: box.height / hour.height }
  }

  await t.test('it updates in place, keeping focus [c12-calendar]', async (t) => {
    await block(moved).locator('a').first().focus()
    const change = { scheduledTime: '2099-05-06T13:30:00Z', estimatedDuration: 150 }
    await call('PATCH', `/projects/${moved}`, change)
    const added = await book('2 New Street', '20:00')
    await look(page)
    await block(added).waitFor()
    const { at, hours } = await timesOf(moved)
    t.ok(Math.abs(at - 13.5) < 0.1 && Math.abs(hours - 2.5) < 0.1, `${at}, ${hours} hours`)
    const late = await timesOf(added)
    t.ok(Math.abs(late.at - 20) < 0.1 && Math.abs(late.hours - 1) < 0.1, 'the axis grew')
    t.equal(await page.evaluate('document.activeElement.closest("li")?.id'), `s-${moved}`)
  })

  await t.test('it updates neither during a drag nor without changes [c12-calendar]', async (t) => {
    const box = await block(moved).boundingBox()
    if (!box) throw new Error('the job is not there')
    await page.mouse.move(box.x + 20, box.y + 3)
    await page.mouse.down()
    await page.mouse.move(box.x + 20, box.y + 60, { steps: 3 })
    const third = await book('3 Other Street', '11:00')
    await look(page)
    await page.waitForTimeout(300)
    t.equal(await block(third).count(), 0)
    await page.keyboard.press('Escape')
    await page.mouse.up()
    t.match(page.url(), '/calendar', 'the canceled drag opens nothing')
    await look(page)
    await block(third).waitFor()
    const calls: string[] = []
    page.on('request', (request) => void calls.push(new URL(request.url()).pathname))
    await look(page)
    await page.waitForTimeout(300)
    t.strictSame(calls, [`/app/${org.organizationId}/call/projects`])
  })

  await t.test('it shows when it is offline', async () => {
    await page.context().setOffline(true)
    await look(page)
    await page.locator('#live', { hasText: "You're offline. This may be out of date." }).waitFor()
    await page.context().setOffline(false)
    await look(page)
    await page.locator('#live:empty').waitFor({ state: 'attached' })
  })
})
