/** What was done, as people say it after who did it. What is not listed here is told by its own word. */
const DEEDS: Record<string, string> = {
  create: 'created',
  edit: 'changed',
  delete: 'deleted',
  add: 'added',
  remove: 'removed',
  write: 'stored',
  start: 'started',
  stop: 'stopped',
}

/** 'changed member' of `member.edit`. */
export function deedWords(action: string): string {
  const [kind = '', deed = ''] = action.split('.')
  return `${DEEDS[deed] ?? deed.replaceAll('-', ' ')} ${kind}`
}
