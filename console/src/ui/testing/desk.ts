import { answerStylesQuickly } from './quick-styles.ts'
import { waitPatiently } from './waits.ts'

const FRAME_MS = 16

// jsdom draws nothing. axe asks for a canvas to measure icon fonts and accepts null.
HTMLCanvasElement.prototype.getContext = () => null

// jsdom has no media queries: every page is wide unless a test says otherwise.
window.matchMedia = (media) => Object.assign(new EventTarget(), { matches: false, media }) as MediaQueryList

// jsdom does not scroll, and would warn at every change of the page.
window.scrollTo = () => {}
Element.prototype.scrollIntoView = () => {}

// jsdom times frames by whatever setInterval is at the first one, and they stop with a clock that a test installed.
const { setTimeout: startTimer, clearTimeout: stopTimer } = globalThis
window.requestAnimationFrame = (draw) => Number(startTimer(() => draw(performance.now()), FRAME_MS))
window.cancelAnimationFrame = (frame) => stopTimer(frame)

// There is no server but a test's: requests of a page that was left stay pending, so that it does not retry.
globalThis.fetch = () => new Promise(() => {})

answerStylesQuickly(window)
waitPatiently()
