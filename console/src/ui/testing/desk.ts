import { answerStylesQuickly } from './quick-styles.ts'
import { waitPatiently } from './waits.ts'

const FRAME_MS = 16

// jsdom draws nothing; axe asks for a canvas to measure icon fonts and takes no for an answer.
HTMLCanvasElement.prototype.getContext = () => null

// Nor has it a width: every page is that of a desk unless a test says otherwise.
window.matchMedia = (media) => Object.assign(new EventTarget(), { matches: false, media }) as MediaQueryList

// Nor does it scroll, and it would warn at every change of the page.
window.scrollTo = () => {}
Element.prototype.scrollIntoView = () => {}

// Its frames come by whatever setInterval is as the first is asked for, and end with the clock that a test put in its place.
const { setTimeout: startTimer, clearTimeout: stopTimer } = globalThis
window.requestAnimationFrame = (draw) => Number(startTimer(() => draw(performance.now()), FRAME_MS))
window.cancelAnimationFrame = (frame) => stopTimer(frame)

// Nor is there a server but that of a test: a page that is left asks in vain, and does not try again.
globalThis.fetch = () => new Promise(() => {})

answerStylesQuickly(window)
waitPatiently()
