<%@ page session="false" contentType="text/html; charset=UTF-8" pageEncoding="UTF-8" %>
<%@ taglib prefix="c" uri="jakarta.tags.core" %>
<!DOCTYPE html>
<html lang="en">
<head>
  <meta charset="UTF-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <meta name="color-scheme" content="light dark">
  <title>Postern console</title>
  <link rel="icon" href="assets/icon.svg" type="image/svg+xml">
  <link rel="stylesheet" href="ace/css/ace.css">
  <link rel="stylesheet" href="assets/css/base.css">
  <link rel="stylesheet" href="assets/css/layout.css">
  <link rel="stylesheet" href="assets/css/parts.css">
  <link rel="stylesheet" href="assets/css/editor.css">
  <script src="ace/src-min-noconflict/ace.js" defer></script>
  <script src="ace/src-min-noconflict/mode-json.js" defer></script>
  <script src="ace/src-min-noconflict/ext-language_tools.js" defer></script>
  <script src="ace/src-min-noconflict/ext-searchbox.js" defer></script>
  <script src="assets/js/main.js" type="module"></script>
</head>
<body data-mcp-url="<c:out value='${facts.mcpUrl()}'/>">
<button type="button" class="skip" id="skip-list">Skip to the list</button>
<button type="button" class="skip" id="skip-work">Skip to the editor</button>

<header class="top">
  <a class="brand" href="./">
    <img src="assets/icon.svg" alt="" width="28" height="28">
    <span>Postern</span> <small><c:out value="${facts.version()}"/></small>
  </a>
  <div class="endpoint">
    <span class="label" id="mcp-label">MCP URL</span>
    <code id="mcp-url" aria-labelledby="mcp-label"></code>
    <button type="button" class="quiet" id="copy-url">Copy</button>
  </div>
  <dl class="facts">
    <div><dt>Clients</dt><dd title="<c:out value='${facts.mcpAccess()}'/>"><c:out value="${facts.mcpAccess()}"/></dd></div>
    <div><dt>Database</dt><dd title="<c:out value='${facts.database()}'/>"><c:out value="${facts.database()}"/></dd></div>
    <div><dt>Logged in</dt><dd><c:out value="${user}"/></dd></div>
  </dl>
</header>
<p class="lost" id="lost" role="alert" hidden></p>

<main class="shell" id="shell">
  <section class="catalogue" aria-labelledby="kind-title">
    <nav class="kinds" aria-label="What to edit">
      <a href="#tools" id="to-tools">Tools <span class="n" id="count-tools"></span></a>
      <a href="#prompts" id="to-prompts">Prompts <span class="n" id="count-prompts"></span></a>
      <a href="#resources" id="to-resources">Resources <span class="n" id="count-resources"></span></a>
    </nav>
    <div class="catalogue-head">
      <h1 class="unseen" id="kind-title"></h1>
      <p id="kind-about"></p>
      <button type="button" class="primary" id="new"></button>
    </div>
    <div class="search">
      <svg viewBox="0 0 16 16" aria-hidden="true"><circle cx="7" cy="7" r="4.5"/><path d="m10.5 10.5 3.5 3.5"/></svg>
      <input type="search" id="search" placeholder="Search" aria-controls="list" autocomplete="off" spellcheck="false">
      <kbd aria-hidden="true">/</kbd>
    </div>
    <div class="chips" id="chips" role="group" aria-label="Show by state"></div>
    <div class="list" id="list" role="listbox" tabindex="0">
      <div class="list-space" id="list-space" role="presentation"></div>
    </div>
    <p class="list-empty" id="list-empty" hidden></p>
    <p class="count" id="count" role="status"></p>
  </section>

  <section class="work" id="work" tabindex="-1" aria-label="Editor">
    <div class="welcome" id="welcome">
      <img src="assets/icon.svg" alt="" width="56" height="56">
      <h2 id="welcome-title"></h2>
      <p id="welcome-about"></p>
      <div class="starters" id="starters"></div>
      <p class="keys"><span><kbd>/</kbd> search</span> <span><kbd>↑</kbd> <kbd>↓</kbd> move</span> <span><kbd>Enter</kbd> open</span> <span><kbd>Ctrl</kbd> <kbd>S</kbd> save</span> <span><kbd>Ctrl</kbd> <kbd>Enter</kbd> try</span></p>
    </div>

    <div class="bench" id="bench" hidden>
      <div class="bench-head">
        <button type="button" class="quiet back" id="back" aria-label="Back to the list" title="Back to the list">←</button>
        <div class="what">
          <h2 id="open-name" tabindex="-1"></h2>
          <p><span id="open-state"></span> <span id="open-note" class="note"></span></p>
        </div>
        <div class="actions">
          <button type="button" id="format" title="Lay out the JSON anew">Format</button>
          <button type="button" id="offline">Take offline</button>
          <button type="button" class="primary" id="save" aria-keyshortcuts="Control+S">Save</button>
        </div>
      </div>
      <div class="banner" id="banner" role="status" hidden></div>
      <div class="bench-body">
        <div class="code">
          <div class="editor" id="editor"></div>
          <section class="problems" id="problems" aria-labelledby="problems-title">
            <h3 id="problems-title" aria-live="polite"></h3>
            <ol id="problem-list"></ol>
          </section>
        </div>
        <aside class="side">
          <div class="tabs" role="tablist" aria-label="Beside the editor">
            <button type="button" role="tab" id="tab-try" aria-controls="panel-try" aria-selected="true">Try it</button>
            <button type="button" role="tab" id="tab-tests" aria-controls="panel-tests" aria-selected="false" tabindex="-1">Tests</button>
            <button type="button" role="tab" id="tab-help" aria-controls="panel-help" aria-selected="false" tabindex="-1">Help</button>
          </div>
          <div role="tabpanel" id="panel-try" aria-labelledby="tab-try" tabindex="0"></div>
          <div role="tabpanel" id="panel-tests" aria-labelledby="tab-tests" tabindex="0" hidden></div>
          <div role="tabpanel" id="panel-help" aria-labelledby="tab-help" tabindex="0" hidden></div>
        </aside>
      </div>
    </div>
  </section>
</main>

<div class="toast" id="toast" role="status" aria-live="polite"></div>
<dialog id="dialog" aria-labelledby="dialog-title"></dialog>
<noscript><p class="lost">The console needs JavaScript; scripts can use the REST interface at admin/tools, admin/prompts and admin/resources.</p></noscript>
</body>
</html>
