import { cleanup } from '@testing-library/react'
import { afterEach } from 'vitest'
import { answerStylesQuickly } from './quick-styles.ts'

afterEach(cleanup)

// jsdom draws nothing; axe asks for a canvas to measure icon fonts and takes no for an answer.
HTMLCanvasElement.prototype.getContext = () => null

// Nor has it a width: every page is that of a desk unless a test says otherwise.
window.matchMedia = (media) => Object.assign(new EventTarget(), { matches: false, media }) as MediaQueryList

answerStylesQuickly(window)
