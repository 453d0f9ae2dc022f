/**
 * Text, URLs and JSON with holes, parsed once when a tool is loaded and filled once per call.
 *
 * <p>A hole is written {@code {{root.path}}}: {@code {{args.city}}}, {@code {{args.list[0].zip}}},
 * {@code {{secrets.KEY}}}, with a default {@code {{args.unit|metric}}}; in a URL's path and query
 * {@code {city}} means {@code {{args.city}}}, {@code {+city}} keeps what has no meaning there, and
 * {@code {/path*}} is any number of segments. A text in single quotes stands for itself, so a
 * literal {@code {{} is written <code>{{'{{'}}</code>.
 *
 * <ul>
 *   <li>What fills a hole is never read as a template again.
 *   <li>JSON is a tree: a string that is exactly one hole becomes the value with its JSON type, a
 *       hole inside a longer string becomes text.
 *   <li>Numbers are written plain: 1000000, never 1e+06 (see {@link
 *       dev.postern.template.PlainText}).
 *   <li>XML is parsed when it is loaded; a hole stands in a text or the value of an attribute, and
 *       is escaped there. It drops out as in JSON.
 *   <li>In text, an argument that is null counts as absent. A text drops out where it has holes and
 *       none of them can be filled; where some can, the others are empty.
 *   <li>In a URL a value is percent-encoded for its place and can change neither scheme, host and
 *       port nor the number of path segments, but where {@code {/path*}} says so, and then only
 *       downwards. In the path a hole must be filled: whoever loads the
 *       template allows only arguments that are required or have a default.
 * </ul>
 *
 * <p>Depends on the JDK and Jackson's tree alone; what the names mean is the caller's business.
 */
package dev.postern.template;
