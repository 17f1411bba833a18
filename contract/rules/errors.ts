import { dataSetErrors } from './data-set-errors.ts'
import { directoryErrors } from './directory-errors.ts'
import { engineErrors } from './engine-errors.ts'
import { gateErrors } from './gate-errors.ts'
import { pointerSentence } from './lfs-pointer.ts'
import { notificationErrors } from './notification-errors.ts'
import { MEMBERS_MAY_ONLY_LOOK } from './permissions.ts'
import { runErrors } from './run-errors.ts'

/** The catalogue of expected errors, each with its status and the sentence that people read. */

interface Entry {
  status: number
  detail: (p: Record<string, string | number>) => unknown
}

const entry = (status: number, sentence: string): Entry => ({ status, detail: () => sentence })

const MAKE_ROOM = 'Delete what is not needed or ask your administrator to make room, then try again.'

export const errors = {
  'USER.LOGIN.000': { status: 401, detail: () => ({ error_code: 'USER.LOGIN.000' }) },
  'USER.LOGIN.001': {
    status: 401,
    detail: (p) => ({ error_code: 'USER.LOGIN.001', login_fail_count: p.login_fail_count }),
  },
  'USER.LOGIN.002': { status: 401, detail: () => ({ error_code: 'USER.LOGIN.002', login_fail_count: 5 }) },
  'USER.LOGIN.003': {
    status: 401,
    detail: (p) => ({
      error_code: 'USER.LOGIN.003',
      utc_last_login_at: p.utc_last_login_at,
      unused_period: p.unused_period,
    }),
  },
  'USER.LOGIN.004': { status: 401, detail: () => ({ error_code: 'USER.LOGIN.004' }) },
  'USER.LOGIN.005': { status: 401, detail: () => ({ error_code: 'USER.LOGIN.005' }) },
  'USER.LOGIN.006': { status: 401, detail: () => ({ error_code: 'USER.LOGIN.006' }) },
  'USER.LOGIN.OTP': {
    status: 401,
    detail: () => ({ error_code: 'USER.LOGIN.001', otp_required: true }),
  },
  'SESSION.NONE': entry(401, 'Please sign in first.'),
  'SESSION.PASSWORD': entry(403, 'Please change your password first.'),
  ...gateErrors,
  'NOT.ALLOWED': entry(403, 'You do not have permission to do this.'),
  'WORKSPACE.ONLY_LOOK': entry(403, MEMBERS_MAY_ONLY_LOOK),
  'NOT.FOUND': entry(404, 'There is nothing here that you may see.'),
  'METHOD.UNKNOWN': entry(405, 'Method Not Allowed.'),
  'EDIT.STALE': entry(
    409,
    'Someone else changed this in the meantime. Review their change, then save again.',
  ),
  'IDEMPOTENCY.KEY': entry(
    422,
    'An Idempotency-Key is 1 to 200 visible ASCII characters without a space. Send another one, or none.',
  ),
  'IDEMPOTENCY.BODY': entry(422, 'This Idempotency-Key was used for another call.'),
  'IDEMPOTENCY.BUSY': entry(409, 'The first call with this Idempotency-Key is still running.'),
  'SETUP.LINK': entry(409, 'This set-up link is no longer valid. Start Podium again to get a new one.'),
  'PASSWORD.LINK': entry(409, 'This link is no longer valid. Ask for a new one.'),
  'PASSWORD.CURRENT': entry(422, 'Password is not correct.'),
  'PASSWORD.LOCKED': entry(
    422,
    'There have been more than 5 failed login attempts for this account. Please contact the admin.',
  ),
  'PASSWORD.WEAK': { status: 422, detail: (p) => p.reason },
  'ACCOUNT.NONE': entry(
    403,
    'Commands on the server itself run without an account, and this call needs one. Sign in first.',
  ),
  'ACCESS_TOKEN.LIMIT': {
    status: 409,
    detail: (p) => `You have ${p.most} active access tokens. Revoke one of them first.`,
  },
  'ACCESS_TOKEN.READ_ONLY': entry(403, 'This access token is read-only. Create one with full access.'),
  'ACCESS_TOKEN.SIGN_IN': entry(
    403,
    'An access token cannot change how you sign in. Sign in with your password.',
  ),
  'SECOND_FACTOR.DIRECTORY': entry(
    409,
    'The second factor of a directory account belongs to the directory and is set up there.',
  ),
  'SECOND_FACTOR.SET': entry(
    409,
    'A second factor is already set up. Remove it first to set up another one.',
  ),
  'SECOND_FACTOR.NOT_BEGUN': entry(409, 'Start setting up the second factor first.'),
  'SECOND_FACTOR.TRIES': entry(
    409,
    'Too many codes were wrong. Set up the second factor again, with a new QR code.',
  ),
  'SECOND_FACTOR.NONE': entry(409, 'No second factor is set up.'),
  'SECOND_FACTOR.OWN': entry(409, 'To remove your own second factor, use your password and a code.'),
  'SECOND_FACTOR.PASSWORD': {
    status: 409,
    detail: (p) =>
      `Without a second factor a password needs at least ${p.least} characters. Change your password to a longer one first.`,
  },
  'DISK.FULL': { status: 503, detail: (p) => `The disk is full: ${p.space}. ${MAKE_ROOM}` },
  'QUOTA.STORAGE': {
    status: 409,
    detail: (p) =>
      `This ${p.what}${p.size} does not fit: ${p.used} of ${p.limit} are used ${p.by}. Delete what is not needed, or ask ${p.who} to raise the limit.`,
  },
  'QUOTA.STORAGE.START': {
    status: 409,
    detail: (p) =>
      `No run can start: ${p.used} of ${p.limit} are used ${p.by}. Delete what is not needed, or ask ${p.who} to raise the limit.`,
  },
  'QUOTA.ADMINISTRATOR': entry(
    403,
    'Only an administrator may set the limits of the workspace itself. A manager may set the limits of the people in it.',
  ),
  'DISK.UPLOAD': {
    status: 507,
    detail: (p) =>
      `The disk is full: ${p.space}, and the server keeps ${p.reserved} for itself. ${MAKE_ROOM}`,
  },
  'DISK.ELSEWHERE': entry(
    503,
    'A disk of the server is full. Ask your administrator to make room, then try again.',
  ),
  'LOG.BUSY': entry(503, 'Too many logs are being searched right now. Please try again in a few seconds.'),
  'LOGIN.BUSY': entry(503, 'Too many people are signing in right now. Please try again in a few seconds.'),
  'ACCOUNT.TAKEN': entry(409, 'This is a duplicate ID. Please enter a different ID.'),
  'ACCOUNT.SELF': entry(409, 'You cannot delete yourself.'),
  'ACCOUNT.LOCKED': entry(
    409,
    'An administrator locked this account. Ask your administrator to unlock it, then try again.',
  ),
  'ACCOUNT.LEAVE_SELF': entry(409, 'You cannot off-board yourself. Ask another administrator.'),
  'HOLDINGS.CHANGED': {
    status: 409,
    detail: (p) => `This changed since you opened the page: ${p.parts}. Check it, then decide again.`,
  },
  'ACCOUNT.OWN_ROLE': entry(409, 'You cannot change your own role.'),
  'ACCOUNT.OWN_PASSWORD': entry(409, 'Change your own password under Edit Profile.'),
  'ACCOUNT.DIRECTORY_PASSWORD': entry(
    409,
    'The password of a directory account is managed in the directory. Change it there.',
  ),
  'SINGLE_SIGN_ON.NONE': entry(409, 'Single sign-on is not set up on this server.'),
  'SINGLE_SIGN_ON.PASSWORD': entry(409, 'A single sign-on account has no password in Podium.'),
  'SINGLE_SIGN_ON.FACTOR': entry(
    409,
    'The second factor of a single sign-on account is managed by the sign-in service. Set it up there.',
  ),
  'SINGLE_SIGN_ON.AGAIN': entry(
    409,
    'Your sign-in is older than ten minutes. Log out, sign in again, then repeat this.',
  ),
  'ACCOUNT.OWN_LINK': entry(
    409,
    'You cannot create a password link for yourself. Change your password under Edit Profile.',
  ),
  'ACCOUNT.LAST_ADMIN': entry(409, 'At least one active administrator must remain.'),
  'ACCOUNT.LAST_MANAGER': {
    status: 409,
    detail: (p) =>
      `${p.username} is the only manager of ${p.workspaces}. Make someone else a manager there first.`,
  },
  ...directoryErrors,
  'WORKSPACE.NAME.TAKEN': entry(409, 'This is a duplicate ID. Please enter a different ID.'),
  'WORKSPACE.BUCKET.TAKEN': entry(
    409,
    'Another workspace already uses this bucket. Choose another bucket name.',
  ),
  'WORKSPACE.BUCKET.BUSY': {
    status: 409,
    detail: (p) =>
      `The bucket ${p.bucket} is being created or removed right now. Please try again in a minute, or choose another name.`,
  },
  'WORKSPACE.BUCKET.USED': {
    status: 409,
    detail: (p) =>
      `The bucket ${p.bucket} already holds files. Its name can be changed only while it is empty.`,
  },
  'WORKSPACE.BUCKET.FAILED': {
    status: 409,
    detail: (p) => `The bucket ${p.bucket} could not be created: ${p.reason}`,
  },
  'WORKSPACE.ENGINE.FAILED': {
    status: 409,
    detail: (p) => `The engine could not prepare the workspace: ${p.reason}`,
  },
  ...engineErrors,
  'INSTANCE_TYPE.UNKNOWN': entry(404, 'Invalid instance type.'),
  'MEMBER.ACCOUNT_UNKNOWN': entry(422, 'It is not a registered ID.'),
  'MEMBER.EXISTS': { status: 409, detail: (p) => `${p.username} is already a member of this workspace.` },
  'MEMBER.NONE': entry(422, 'This account is not a member of this workspace.'),
  'MEMBER.LAST_MANAGER': entry(
    409,
    'At least one manager must remain in this workspace. Make someone else a manager first.',
  ),
  'MEMBER.LASTING_MANAGER': entry(
    409,
    'At least one manager without an end date must remain in this workspace. Make someone else a manager first.',
  ),
  'MEMBER.OWN_END': entry(409, 'You cannot change when your own membership ends.'),
  'ACCESS_REQUEST.MEMBER': {
    status: 409,
    detail: (p) => `You are already a member of ${p.workspace}.`,
  },
  'ACCESS_REQUEST.OPEN': {
    status: 409,
    detail: (p) => `You have already asked for access to ${p.workspace}. Wait for the answer.`,
  },
  'ACCESS_REQUEST.MANY': {
    status: 409,
    detail: (p) => `You have ${p.most} open requests. Wait for an answer to one of them first.`,
  },
  'ACCESS_REQUEST.OFTEN': {
    status: 429,
    detail: (p) => `You have asked ${p.most} times in the last 24 hours. Please try again tomorrow.`,
  },
  'ACCESS_REQUEST.DECIDED': { status: 409, detail: (p) => p.reason },
  'ACCESS_REQUEST.NOWHERE': {
    status: 409,
    detail: (p) => `There is no workspace named ${p.workspace}. Create it first, or decline the request.`,
  },
  ...notificationErrors,
  'OBJECT.EXISTS': {
    status: 409,
    detail: (p) =>
      `${p.path} already exists. To replace it, use --replace (in Python replace=True, in a call ?replace=1).`,
  },
  'OBJECT.PLACE': entry(422, 'Files can be stored only below datasets/, uploads/ and ai-solutions/.'),
  'OBJECT.FOLDER': {
    status: 422,
    detail: (p) => `${p.path} is a folder for files of solutions. Give the path of a file in it.`,
  },
  'OBJECT.REGISTERED': {
    status: 409,
    detail: (p) =>
      `${p.path} belongs to a registered version, and those files never change. Register a new version.`,
  },
  'OBJECT.POINTER': { status: 422, detail: (p) => pointerSentence(String(p.path)) },
  'OBJECT.NAME': { status: 422, detail: (p) => p.reason },
  'OBJECT.LARGE': { status: 413, detail: (p) => `The upload is larger than the limit of ${p.limit}.` },
  'UPLOAD.ENDED': entry(410, 'The upload has ended or is incomplete. Please upload the file again.'),
  'UPLOAD.MANY': entry(
    429,
    'You have 20 unfinished uploads. Wait until one has ended, or 15 minutes after it broke off.',
  ),
  ...dataSetErrors,
  'OBJECT.RANGE': entry(416, 'The range is outside the file.'),
  'SOLUTION.NAME.TAKEN': {
    status: 400,
    detail: (p) =>
      `A solution named ${p.name} already exists in this workspace. Choose another name, or register a new version of it.`,
  },
  'SOLUTION.NAME.BUSY': {
    status: 400,
    detail: (p) =>
      `The name ${p.name} is being registered or removed right now. Please try again in a minute.`,
  },
  'SOLUTION.NAME.DIFFERS': {
    status: 422,
    detail: (p) =>
      `The metadata has the name ${p.sent}, but this solution is named ${p.name}. The name of a solution cannot change.`,
  },
  'SOLUTION.CROWD': entry(
    503,
    'Too many versions are being registered right now. Please try again in a few seconds.',
  ),
  'SOLUTION.BUSY': entry(503, 'Too many archives are being checked right now. Please try again in a minute.'),
  'SOLUTION.METADATA': { status: 422, detail: (p) => p.problem },
  'SOLUTION.VERSION.USED': {
    status: 409,
    detail: (p) => `Version ${p.version} is in use: register a new version.`,
  },
  'SOLUTION.ARCHIVE': { status: 422, detail: (p) => p.problem },
  'DELETE.BUILT_ON': { status: 403, detail: (p) => p.reason },
  'DELETE.LIVE': {
    status: 409,
    detail: (p) =>
      `${p.count} ${p.count === 1 ? 'run has' : 'runs have'} not ended yet. Stop ${p.count === 1 ? 'it' : 'them'} first.`,
  },
  'DELETE.LAST_VERSION': entry(409, 'This is the only version of the solution. Delete the solution instead.'),
  'INSTANCE.NAME.TAKEN': {
    status: 409,
    detail: (p) => `An instance named ${p.name} already exists in this workspace. Choose another name.`,
  },
  'INSTANCE.USED': entry(409, 'Streams use this instance, so it cannot become a draft again.'),
  'INSTANCE.DRAFT': entry(409, 'This instance is a draft. Complete it before using it.'),
  'STREAM.NAME.TAKEN': {
    status: 409,
    detail: (p) => `A stream named ${p.name} already exists on this instance. Choose another name.`,
  },
  'STREAM.COUPLED': entry(
    409,
    'This instance is already coupled to a stream. Create a decoupled instance to serve several streams.',
  ),
  'RUN.NO_PIPELINE': {
    status: 422,
    detail: (p) => `Version ${p.version} of ${p.solution} has no ${p.pipeline} pipeline.`,
  },
  'WORKSPACE.FULL': {
    status: 409,
    detail: (p) => `A workspace has at most ${p.most} ${p.what}. Delete one that is not needed first.`,
  },
  'VARIABLE.LARGE': {
    status: 409,
    detail: (p) =>
      `The variables of a workspace hold at most ${p.most} KiB together. Shorten or delete one first.`,
  },
  'VARIABLE.NO_KEY': entry(
    409,
    'This installation has no key to encrypt secrets with. Ask an administrator to set PODIUM_SECRET_KEY.',
  ),
  'RUN.CHOICE': { status: 422, detail: (p) => p.problem },
  'RUN.NO_MODEL': {
    status: 422,
    detail: ({ solution, model, id }) =>
      model
        ? `This stream has no model yet. Train it first, or use ${model}, the newest model of ${solution}: podium run ${solution} --pipeline inference --alias ${id}`
        : `${solution} has no model yet. Train it first.`,
  },
  'RUN.ENDED': entry(409, 'This run has already ended.'),
  'RUN.LIVE': entry(409, 'This run has not ended yet. Stop it first.'),
  ...runErrors,
  'OVERVIEW.QUERY': { status: 422, detail: (p) => p.problem },
  'RUN.FILTER': { status: 422, detail: (p) => p.problem },
  'RUN.SENDING': entry(503, 'Too many runs are sending right now. Please try again in a few seconds.'),
  'LOG.TYPE': entry(422, 'Unsupported log type.'),
} as const satisfies Record<string, Entry>

export type ErrorCode = keyof typeof errors

/** An expected error on its way to the response. `fields` are added beside `detail` in the body. */
export class Failure extends Error {
  readonly code: ErrorCode
  readonly status: number
  readonly detail: unknown
  readonly fields: Record<string, unknown>

  constructor(
    code: ErrorCode,
    params: Record<string, string | number> = {},
    fields: Record<string, unknown> = {},
  ) {
    const entry: Entry = errors[code]
    const detail = entry.detail(params)
    super(typeof detail === 'string' ? detail : code)
    this.code = code
    this.status = entry.status
    this.detail = detail
    this.fields = fields
  }
}

/**
 * Ends the call with an error of the catalogue.
 * @param params the values in its sentence
 * @param fields further members of the body beside `detail`, e.g. `current` of a stale edit
 */
export function fail(
  code: ErrorCode,
  params?: Record<string, string | number>,
  fields?: Record<string, unknown>,
): never {
  throw new Failure(code, params, fields)
}

/** One field of a 422 answer; `loc` begins with body, query, params or header. */
export interface FieldProblem {
  loc: (string | number)[]
  msg: string
  type: string
}

/** A 422 with a sentence for each field. */
export class FieldProblems extends Error {
  readonly problems: FieldProblem[]

  constructor(problems: FieldProblem[]) {
    super(problems.map((problem) => problem.msg).join(' '))
    this.problems = problems
  }
}

/** A problem of a value in the body, at the path of names and indexes that leads to it. */
export function bodyProblem(path: (string | number)[], msg: string): FieldProblem {
  return { loc: ['body', ...path], msg, type: 'value_error' }
}

/** Ends the call with one problem, `loc` as in FieldProblem. */
export function failAt(loc: (string | number)[], msg: string, type = 'value_error'): never {
  throw new FieldProblems([{ loc, msg, type }])
}

/** Ends the call with one problem of one body field. */
export function failField(field: string, msg: string, type = 'value_error'): never {
  failAt(['body', ...field.split('.')], msg, type)
}
