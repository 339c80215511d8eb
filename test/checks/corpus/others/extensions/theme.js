// Markup in JavaScript, which nothing of ours reads.
export const Theme = ({ children }) => <section className="theme">{children}</section>
export default Theme
