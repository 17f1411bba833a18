import { casesWith, type FailureCase } from '../failure-case.ts'
import { wheel } from '../package-files.ts'

/** Returns requirements with addresses: repositories and files elsewhere. */
export function addressCases(): FailureCase[] {
  const one = casesWith({ offers: [wheel('line_a', '1.0')] })
  return [
    one('repository by ssh whose host does not exist', '# ours\ngit+ssh://git@git.invalid/team/line.git\n'),
    one(
      'repository by https whose host does not exist',
      'line-b @ git+https://git.invalid/team/line.git@v1.0\n',
    ),
    one('repository that answers 404', 'line-b @ git+{index}/team/line.git\n'),
    one('repository that asks for a password', 'line-b @ git+{index}/team/line.git\n', {
      answers: (path) =>
        path.startsWith('/team')
          ? { status: 401, headers: { 'www-authenticate': 'Basic realm="git"' } }
          : null,
    }),
    one('repository with a token', 'line-b @ git+http://token-of-git@{closed-host}/team/line.git\n'),
    one('repository that refuses connections', 'git+{closed}/team/line.git#egg=line-b\n'),
    one('repository in a folder that is missing', 'line-b @ git+file:///srv/none/line.git\n'),
    one('no git', 'line-b @ git+{index}/team/line.git\n', { environment: { PATH: '/none' } }),
    one('no Mercurial', 'line-b @ hg+{index}/team/line\n'),
    one(
      'wheel at an address that answers 404',
      '# ours\nline-b @ {index}/files/line_b-1.0-py3-none-any.whl\n',
    ),
    one('wheel at an address that answers 403', '{index}/private/line_b-1.0-py3-none-any.whl\n', {
      answers: (path) => (path.startsWith('/private') ? { status: 403 } : null),
    }),
    one('wheel at an address that refuses connections', '{closed}/line_b-1.0-py3-none-any.whl\n'),
    one(
      'wheel at an address whose host does not exist',
      'https://packages.invalid/line_b-1.0-py3-none-any.whl\n',
    ),
    one(
      'wheel at an address with a certificate of its own authority',
      '{private}/files/line_a-1.0-py3-none-any.whl\n',
    ),
    one('wheel of another machine at an address', '{index}/files/line_b-1.0-cp27-cp27m-win_amd64.whl\n'),
    one('address that is not a package', '{index}/simple/line-a\n'),
    one(
      'address by a scheme that does not exist',
      'line-b @ ftp2://packages.invalid/line_b-1.0-py3-none-any.whl\n',
    ),
    one('constraints at an address that refuses connections', '-c {closed}/limits.txt\nline-a\n'),
    one('include at an address that answers 404', 'line-a\n-r {index}/team/base.txt\n'),
  ]
}
