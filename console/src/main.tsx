import { createRoot } from 'react-dom/client'
import './theme/tokens.css'
import './theme/fonts.css'
import './theme/base.css'
import { showKeptLook } from './session/look.ts'
import { createOwnStorage } from './session/own-storage.ts'
import { createSession } from './session/session.ts'
import { keepSessionTrue, refreshSession } from './session/start.ts'
import { connectSession } from './shell/connect-session.ts'
import { createNotices } from './shell/notices.ts'
import { Start, type StartPage } from './start.tsx'
import { takeOver } from './take-over.ts'
import { withoutBase } from './ui/base-path.ts'
import { keepComposingKeys } from './ui/composing-keys.ts'
import { allowTranslation } from './ui/translated-page.ts'

keepComposingKeys()
allowTranslation()
showKeptLook()
const session = createSession(createOwnStorage(window.localStorage))
const notices = createNotices()
connectSession(session, notices)
keepSessionTrue(session, () => window.location.reload())
const started = refreshSession(session)

const root = document.getElementById('root')
if (!root) throw new Error('The page has no element with the id root.')
const page: StartPage = withoutBase(window.location.pathname) === '/auth/login' ? 'login' : 'shell'
const start = <Start page={page} session={session} notices={notices} started={started} />
// The login is first painted in a local font, which is available at once.
document.getElementById('fonts')?.removeAttribute('disabled')
// The script before the login's form has done its work, and React does not render it.
root.querySelector('script')?.remove()
// Without a prerendered page (in development) there is nothing to take over.
if (root.hasChildNodes()) takeOver(root, start)
else createRoot(root).render(start)
