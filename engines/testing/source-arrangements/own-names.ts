import { type Arrangement, BOTH, type Places, project, sync, UV_LOCK, within, words } from './arrangement.ts'

/** Returns projects that refer to themselves and whose name a stranger has on the index. */
export function ownNames(places: Places): Arrangement[] {
  const library = within('libs/line-utils', project({ name: 'line-utils' }))
  const folder = '[tool.uv.sources]\nline-utils = { path = "libs/line-utils" }\n'
  const own = (
    line: string,
    extras: Record<string, string[]> = {},
    more: Partial<Arrangement> = {},
  ): Arrangement => ({
    name: `requirements name the project by ${JSON.stringify(line)}`,
    installers: BOTH,
    isNamed: true,
    bare: words('-r requirements.txt'),
    ...more,
    files: {
      ...library,
      ...project({ name: 'line', needs: Object.keys(extras).length > 0 ? [] : ['line-more'], extras }),
      ...more.files,
      'requirements.txt': `${line}\n`,
    },
  })
  const train = { train: ['line-more'], all: ['line[train]'] }
  const alone = (name: string, more: Partial<Arrangement>): Arrangement => ({
    name,
    installers: BOTH,
    isNamed: true,
    bare: words('.'),
    files: {},
    ...more,
  })
  return [
    own('-e .'),
    own('.'),
    own('\uFEFF-e .\r'),
    own('--editable=.[train]', train),
    own('./[all]', train),
    own('.[all]\nline-more', { train: ['line-more'], all: ['Line[train]'] }),
    // pip before 23.3 distinguishes the spellings of extras.
    own('.[Train_More]', { 'train-more': ['line-more'] }, { installers: ['uv'] }),
    own('.\nline[train]', train),
    own('.\nline', train),
    own('.', {}, { files: project({ name: 'line', needs: ['line-utils'] }, folder), installers: ['uv'] }),
    own(
      '.[train]',
      {},
      {
        files: project({ name: 'line', extras: { train: ['line-utils'] } }, folder),
        installers: ['uv'],
      },
    ),
    own('line', {}, { isNamed: false }),
    own('line-utils\n./libs/line-utils'),
    alone('a project is installed', { files: project({ name: 'line', needs: ['line-more'] }) }),
    alone('a project with an extra that names the project', {
      files: project({ name: 'line', extras: train }),
      metadata: { python: { extras: ['all'] } },
      bare: words('".[all]"'),
    }),
    alone('a project that needs itself with an extra', {
      files: project({ name: 'line', needs: ['line[train]'], extras: train }),
    }),
    alone('a package needs the project back', {
      files: {
        ...within('libs/line-utils', project({ name: 'line-utils', needs: ['line'] })),
        ...project({ name: 'line', needs: ['line-utils'] }, folder),
      },
      installers: ['uv'],
      bare: sync('--no-editable'),
    }),
    own(
      '.\n./libs/line-utils',
      {},
      {
        files: within('libs/line-utils', project({ name: 'line-utils', needs: ['line'] })),
      },
    ),
    alone('a group that includes another', {
      files: {
        ...library,
        ...project(
          { name: 'line', needs: ['line-more'] },
          `[dependency-groups]\nbase = ["line-utils"]\ntest = [{ include-group = "base" }]\n${folder}`,
        ),
      },
      metadata: { python: { groups: ['test'] } },
      installers: ['uv'],
      bare: sync('--no-editable --group test'),
    }),
    alone('a group that names the project', {
      files: project(
        { name: 'line', extras: { train: ['line-more'] } },
        '[dependency-groups]\ntest = ["line[train]"]\n',
      ),
      metadata: { python: { groups: ['test'] } },
      installers: ['uv'],
      bare: sync('--no-editable --group test'),
    }),
    ...[true, false].map((isLocked) =>
      alone(`a member of a workspace whose root names the places${isLocked ? ', with a lock' : ''}`, {
        files: {
          'pyproject.toml': `[project]\nname = "root"\nversion = "1"\nrequires-python = ">=3.9"\n[tool.uv.workspace]\nmembers = ["libs/*", "app"]\n[tool.uv.sources]\nline-utils = { workspace = true }\n`,
          ...library,
          ...within('app', project({ name: 'line', needs: ['line-utils'] })),
        },
        metadata: { python: { project: 'app' } },
        installers: ['uv'],
        ...(isLocked && { locked: UV_LOCK }),
        bare: sync('--no-editable --package line'),
      }),
    ),
    alone('a project in a folder that names an index', {
      files: within(
        'app',
        project(
          { name: 'line', needs: ['line-utils'] },
          `[[tool.uv.index]]\nname = "ours"\nurl = "${places.ours.url}"\n`,
        ),
      ),
      metadata: { python: { project: 'app' } },
      installers: ['uv'],
      bare: sync('--no-editable --project app'),
    }),
    alone('a uv.toml that names an index', {
      files: {
        ...project({ name: 'line', needs: ['line-utils'] }),
        'uv.toml': `[[index]]\nname = "ours"\nurl = "${places.ours.url}"\n`,
      },
      installers: ['uv'],
      bare: sync('--no-editable'),
    }),
    alone('a build that needs a package of the index that requirements name', {
      files: {
        ...builtBy('line-build'),
        'requirements.txt': `--index-url ${places.ours.url}\n.\n`,
      },
      bareSettings: { index_url: null },
      bare: words('-r requirements.txt'),
    }),
    alone('a build that needs a package of an index of uv', {
      files: builtBy(
        'line-build',
        `[[tool.uv.index]]\nname = "ours"\nurl = "${places.ours.url}"\ndefault = true\n`,
      ),
      installers: ['uv'],
    }),
    alone('a lock of the standard', {
      files: project(
        { name: 'line', needs: ['line-utils'], isBuilt: false },
        `[[tool.uv.index]]\nname = "ours"\nurl = "${places.ours.url}"\n`,
      ),
      installers: ['uv'],
      locked: ['"$uv" -q export --format pylock.toml --no-emit-project -o pylock.toml', 'pylock.toml'],
      bare: words('-r pylock.toml'),
    }),
    alone('constraints of uv', {
      files: project(
        { name: 'line', needs: ['line-utils'], isBuilt: false },
        `[tool.uv]\nconstraint-dependencies = ["line-utils<2"]\n[[tool.uv.index]]\nname = "ours"\nurl = "${places.ours.url}"\n`,
      ),
      installers: ['uv'],
      bare: sync(),
    }),
  ]
}

/** Returns a project whose build records the origin of its build package. */
function builtBy(name: string, settings = ''): Record<string, string> {
  const files = project({ name: 'line' }, settings)
  return {
    ...files,
    'pyproject.toml': (files['pyproject.toml'] ?? '').replace('requires = []', `requires = ["${name}"]`),
    'backend.py': (files['backend.py'] ?? '')
      .replace('import os', `import ${name.replace('-', '_')}, os`)
      .replace(`open('src/line.py').read()`, `f'owner = {${name.replace('-', '_')}.owner!r}\\n'`),
  }
}
