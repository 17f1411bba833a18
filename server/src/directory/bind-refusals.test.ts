// @module-tag slapd
// @module-tag openssl
import { beforeAll, expect, test } from 'vitest'
import { type Slapd, startSlapd } from '../testing/slapd.ts'
import { type StandInDirectory, startStandInDirectory } from '../testing/stand-in-directory.ts'
import { NO_READER, testDirectory } from '../testing/test-directory.ts'

const PASSWORD = 'violet kettle under moss'
let slapd: Slapd
let windows: StandInDirectory

beforeAll(async () => {
  slapd = await startSlapd(
    [
      { uid: 'kim', password: PASSWORD, pwdChangedTime: '20260101000000Z' },
      { uid: 'expired', password: PASSWORD, pwdChangedTime: '20000101000000Z' },
      { uid: 'reset', password: PASSWORD, pwdReset: 'TRUE' },
      { uid: 'locked', password: PASSWORD, pwdAccountLockedTime: '000001010000Z' },
    ],
    { policy: { pwdMaxAge: '315360000', pwdMustChange: 'TRUE', pwdLockout: 'TRUE', pwdMaxFailure: '3' } },
  )
  windows = await startStandInDirectory()
  return async () => {
    await windows.stop()
    await slapd.stop()
  }
})

const barred = (code: string, must_change: boolean) => ({ name: 'Error', code, must_change })

for (const [who, without] of [
  ['a reader', {}],
  ['no reader', NO_READER],
] as const)
  test(`names the password policy rule that refuses a person, with ${who}`, async () => {
    const directory = testDirectory({ ...slapd.env, ...without })
    const own = (login_id: string) => ({ login_id, login_pw: PASSWORD })
    expect(await directory.verify('kim', PASSWORD)).toBe(true)
    await expect(directory.verify('expired', PASSWORD)).rejects.toMatchObject(barred('passwordExpired', true))
    await expect(directory.verify('reset', PASSWORD)).rejects.toMatchObject(barred('changeAfterReset', true))
    await expect(directory.verify('locked', PASSWORD)).rejects.toMatchObject(barred('accountLocked', false))
    await expect(directory.find('kim', own('reset'))).rejects.toMatchObject(barred('changeAfterReset', true))
    await expect(directory.search('kim', own('expired'))).rejects.toMatchObject(
      barred('passwordExpired', true),
    )
  })

test('names no rule for a wrong password, except a lock', async () => {
  const directory = testDirectory(slapd.env)
  expect(await directory.verify('expired', 'wrong')).toBe(false)
  expect(await directory.verify('reset', 'wrong')).toBe(false)
  await expect(directory.verify('locked', 'wrong')).rejects.toMatchObject(barred('accountLocked', false))
})

const windowsSays = (data: string) => ({
  code: 49,
  text: `80090308: LdapErr: DSID-0C09050F, comment: AcceptSecurityContext error, data ${data}, v4563\0`,
})

test.each([
  [windowsSays('532'), '532', true],
  [windowsSays('773'), '773', true],
  [windowsSays('530'), '530', false],
  [windowsSays('531'), '531', false],
  [windowsSays('533'), '533', false],
  [windowsSays('701'), '701', false],
  [windowsSays('775'), '775', false],
  [windowsSays('52F'), '52f', false],
  [{ code: 19, text: 'Exceed password retry limit. Please try later.' }, '19', false],
  [{ code: 53, text: 'Account inactivated. Contact system administrator.' }, '53', false],
])('does not take %j for a wrong password', async (answer, code, must_change) => {
  windows.answer = () => answer
  const error = await testDirectory(windows.env)
    .verify('kim', PASSWORD)
    .catch((refused) => refused)
  expect(error).toMatchObject(barred(code, must_change))
  expect(error.message).toMatch(new RegExp(`^The directory keeps this person out: .+ \\(${code}\\)\\.`))
})

test.each([
  windowsSays('52e'),
  windowsSays('525'),
  windowsSays('7755'),
  { code: 49, text: 'data 775' },
  { code: 49 },
])('takes %j for a wrong password', async (answer) => {
  windows.answer = () => answer
  expect(await testDirectory(windows.env).verify('kim', PASSWORD)).toBe(false)
})

test('names a refused reader with the rule, and draws no conclusion about the password', async () => {
  const reader = { PODIUM_LDAP_READER_DN: 'reader@example.org', PODIUM_LDAP_READER_PASSWORD: 'any' }
  const directory = testDirectory({ ...windows.env, ...reader })
  windows.answer = (name) => (name.startsWith('reader') ? windowsSays('532') : { code: 0 })
  await expect(directory.verify('kim', PASSWORD)).rejects.toThrow(
    /refuses the reader.+the password has expired \(532\)/,
  )
  expect(await directory.health()).toMatchObject({
    reachable: false,
    detail: expect.stringContaining('(532)'),
  })
})
