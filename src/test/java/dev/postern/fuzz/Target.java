package dev.postern.fuzz;

/** The kinds of cases, and how a case of each comes out of bytes. */
enum Target {
  REQUEST {
    @Override
    boolean hold(Choices choices) {
      RequestCase request = new RequestCase(choices);
      return told(request, request::hold);
    }
  },
  ANSWER {
    @Override
    boolean hold(Choices choices) {
      AnswerCase answer = new AnswerCase(choices);
      return told(answer, answer::hold);
    }
  },
  MESSAGE {
    @Override
    boolean hold(Choices choices) {
      return new MessageCase(choices).hold();
    }
  },
  TEMPLATE {
    @Override
    boolean hold(Choices choices) {
      return new TemplateCase(choices).hold();
    }
  };

  /** One case: which it is, the first byte says; five of eight are requests. */
  static boolean hold(byte[] bytes) {
    Choices choices = new Choices(bytes);
    return of(choices.below(8)).hold(choices);
  }

  static Target of(int choice) {
    return choice < 5 ? REQUEST : values()[choice - 4];
  }

  /**
   * @return whether something was carried out; else it was refused, and had to be
   * @throws AssertionError if what came of it is not what had to
   */
  abstract boolean hold(Choices choices);

  private interface Holding {
    boolean hold();
  }

  private static boolean told(Object subject, Holding holding) {
    try {
      return holding.hold();
    } catch (RuntimeException | AssertionError e) {
      throw new AssertionError(e.getMessage() + "\nin " + subject, e);
    }
  }
}
